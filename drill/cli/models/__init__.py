"""What the commands of `drill model` do."""
