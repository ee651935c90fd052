"""The model files of this learner: found by name, fetched, unpacked, summed up."""
