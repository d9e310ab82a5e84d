"""The server's log: lines for people, or JSON for programs. It never contains secrets."""

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Literal

Kind = Literal["text", "json"]
NOISY = ("uvicorn", "uvicorn.error", "uvicorn.access")


class JsonLines(logging.Formatter):
    """One object per line: `at`, `level`, `from`, `words`, and `error` with the traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as one line."""
        entry = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "words": record.getMessage(),
        }
        if record.exc_info:
            entry["error"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False)


def configure(kind: Kind) -> None:
    """Log to standard error: our own messages, and warnings of other packages."""
    handler = logging.StreamHandler(sys.stderr)
    plain = logging.Formatter("%(asctime)s %(levelname)s %(message)s")
    handler.setFormatter(JsonLines() if kind == "json" else plain)
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("tamaya").setLevel(logging.INFO)
    for name in NOISY:
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = True
        logging.getLogger(name).setLevel(logging.WARNING)
