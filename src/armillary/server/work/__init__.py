"""Work that takes longer than others should wait: done in worker processes, shared fairly."""
