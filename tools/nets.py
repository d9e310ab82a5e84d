"""Print a table of the bundled nets, from their model cards."""

import re

from tamaya.bots.registry import TRAINED
from tamaya.formats.nets import ANY, read_net


def main() -> None:
    """Print a line for each file; moves include those of the nets it was started from."""
    print(f"{'file':<28}{'MB':>5}{'width':>7}{'depth':>7}{'10⁹ moves':>11}  self-play")
    for file in sorted(TRAINED.glob("*.safetensors"), key=lambda file: file.stem.split("-")):
        net = read_net(file)
        card, width = net.card, len(net.arrays["body.0.weight"])
        before = re.findall(r"([\d,]+) moves", card.get("after", ""))
        moves = int(card["moves"]) + sum(int(some.replace(",", "")) for some in before)
        several = f"{card['score'].count('±')} option sets"
        score = several if card["variant"] == ANY else card["score"]
        sizes = f"{file.stat().st_size / 1e6:>5.1f}{width:>7}{card['depth']:>7}"
        print(f"{file.name:<28}{sizes}{moves / 1e9:>11.2f}  {score}")


if __name__ == "__main__":
    main()
