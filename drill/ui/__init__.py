"""Values to renderables: the only home of rich and questionary."""
