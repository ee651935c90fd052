"""Pure rules and shared types: no files, clock, terminal or global chance."""
