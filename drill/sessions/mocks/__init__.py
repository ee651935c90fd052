"""Mock interviews: planned, sat, reported. Leaves out how they look (ui) and the rules (study/mock.py)."""
