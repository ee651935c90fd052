"""Files to values: banks, primers, the outline; the only home of yaml and Markdown."""
