"""The options of `tamaya serve`, and the object that carries them."""

from dataclasses import dataclass
from typing import Annotated

import typer

HostOption = Annotated[
    str, typer.Option(metavar="ADDRESS", envvar="TAMAYA_HOST", help="Where to listen.")
]
PortOption = Annotated[int, typer.Option(metavar="N", envvar="TAMAYA_PORT", help="The port.")]
LanOption = Annotated[
    bool, typer.Option("--lan", help="Let phones and other machines in this network in.")
]
PublicUrlOption = Annotated[
    str | None,
    typer.Option(
        metavar="URL", envvar="TAMAYA_PUBLIC_URL", help="The address in links and QR codes."
    ),
]
DatabaseOption = Annotated[
    str | None,
    typer.Option(
        metavar="FILE|URL",
        envvar="TAMAYA_DATABASE",
        help="Where games are kept: a file, or postgresql://…",
    ),
]
RedisOption = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        envvar="TAMAYA_REDIS",
        help="Carries messages between processes instead of PostgreSQL: redis://…",
    ),
]
WorkersOption = Annotated[
    int,
    typer.Option(metavar="N", min=1, envvar="TAMAYA_WORKERS", help="Processes; needs PostgreSQL."),
]
HanabLivePortOption = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        envvar="TAMAYA_HANABLIVE_PORT",
        help="Let bots of hanab.live in there; may be the same port.",
    ),
]
BrowserOption = Annotated[
    bool, typer.Option("--open", help="Open the page, where there is a display.")
]
BotPaceOption = Annotated[
    float,
    typer.Option(metavar="S", min=0, envvar="TAMAYA_BOT_PACE", help="Seconds before a bot moves."),
]
AwayAfterOption = Annotated[
    float,
    typer.Option(
        metavar="S",
        min=0,
        envvar="TAMAYA_AWAY_AFTER",
        help="Seconds until a lost player is away.",
    ),
]
OnlookersOption = Annotated[
    int,
    typer.Option(
        metavar="N",
        min=0,
        envvar="TAMAYA_ONLOOKERS",
        help="How many may look on at one table, at all processes together.",
    ),
]
LogOption = Annotated[
    str,
    typer.Option(metavar="text|json", envvar="TAMAYA_LOG", help="The format of the log."),
]
ProxiesOption = Annotated[
    str,
    typer.Option(
        metavar="ADDRESSES",
        envvar="TAMAYA_PROXIES",
        help="Proxies in front that are trusted to name visitors' addresses.",
    ),
]
AddressLimitsOption = Annotated[
    float,
    typer.Option(
        metavar="FACTOR",
        min=0,
        envvar="TAMAYA_ADDRESS_LIMITS",
        help="Factor on the limits for one network address; 0: no limits.",
    ),
]
UploadSpaceOption = Annotated[
    int,
    typer.Option(
        metavar="MB",
        min=0,
        envvar="TAMAYA_UPLOAD_SPACE",
        help="Megabytes for uploaded games.",
    ),
]


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """How a server is started, as the command line and the environment say."""

    host: str
    port: int
    lan: bool
    public_url: str | None
    database: str | None
    redis: str | None
    workers: int
    hanablive_port: int | None
    browser: bool
    bot_pace: float
    away_after: float
    onlookers: int
    log: str
    proxies: str
    address_limits: float
    upload_space: int
