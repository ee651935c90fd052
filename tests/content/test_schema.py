"""The schema for editors is the committed one and fits the real banks."""

from typing import Any

import jsonschema
import pytest
import yaml

from drill.content.files import read_text
from drill.content.locate import shipped_banks
from drill.content.schema import bank_schema, schema_path, schema_text
from drill.content.yamltext import compose

BANKS = [bank.path for bank in shipped_banks()]


def test_the_committed_schema_is_the_one_written() -> None:
    assert schema_path().read_text("utf-8") == schema_text(), "run: python -m drill.content.schema"


@pytest.mark.parametrize("path", BANKS, ids=lambda path: str(path.stem))
def test_real_banks_fit_as_drill_and_as_an_editor_sees_them(path: Any) -> None:
    validator = jsonschema.Draft202012Validator(bank_schema())
    for bank in (compose(read_text(path), path.name).value, yaml.safe_load(read_text(path))):
        if "format" in bank:
            bank["format"] = int(bank["format"])
        assert [error.message for error in validator.iter_errors(bank)] == []


def test_an_unknown_field_does_not_fit() -> None:
    validator = jsonschema.Draft202012Validator(bank_schema())
    assert not validator.is_valid({"topic": "t", "questions": [], "question": []})
    assert validator.is_valid({"topic": "t", "questions": []})
