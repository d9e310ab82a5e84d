"""Write the golden files again: `python tools/golden.py`. Read the diff before you keep it."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from support.goldens import FOLDER, RECORDED, everything  # found in the folder of the tests


def main() -> None:
    """Write every file, and remove files that are no longer generated."""
    files = everything()
    for old in FOLDER.rglob("*.*"):
        if old.is_file() and old.relative_to(FOLDER).as_posix() not in (*files, *RECORDED):
            old.unlink()
            print(f"removed {old.relative_to(FOLDER)}")
    for name, text in files.items():
        path = FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        changed = not path.exists() or path.read_text(encoding="utf-8") != text
        path.write_text(text, encoding="utf-8", newline="\n")
        print(f"{'changed' if changed else 'as it was'} {name}")


if __name__ == "__main__":
    main()
