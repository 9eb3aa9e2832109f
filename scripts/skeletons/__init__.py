"""What `make new-game` starts from: two tiny complete games, one played in turn, one with simultaneous orders.

Each has its rooms, its tests, its rule page and its notation page. `scripts.new_game` copies them under a new name.
"""
