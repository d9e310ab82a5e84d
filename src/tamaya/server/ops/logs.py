"""What the server writes about itself: lines for people, or JSON for programs. Never a secret."""

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Literal

Kind = Literal["text", "json"]
NOISY = ("uvicorn", "uvicorn.error", "uvicorn.access")


class JsonLines(logging.Formatter):
    """One object a line: `at`, `level`, `from`, `words`, and `error` with where it happened."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as a line."""
        told = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "words": record.getMessage(),
        }
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


def configure(kind: Kind) -> None:
    """Write to standard error: our own words, and warnings of others."""
    handler = logging.StreamHandler(sys.stderr)
    plain = logging.Formatter("%(asctime)s %(levelname)s %(message)s")
    handler.setFormatter(JsonLines() if kind == "json" else plain)
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("tamaya").setLevel(logging.INFO)
    for name in NOISY:
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = True
        logging.getLogger(name).setLevel(logging.WARNING)
