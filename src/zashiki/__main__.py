"""`python -m zashiki` is the command `zashiki`."""

from zashiki.cli import main

if __name__ == "__main__":
    main()
