"""`python -m armillary.terminal`, where the command itself is not on the path."""

from armillary.terminal.main import main

if __name__ == "__main__":
    main()
