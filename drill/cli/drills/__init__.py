"""What the commands of `drill kata` do, one idea a file."""
