"""Vector search: exact, HNSW, IVF-PQ, filters and one interface over them; index.py is the place to start."""
