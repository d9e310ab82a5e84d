"""The command `tamaya`: one thin file for each command."""
