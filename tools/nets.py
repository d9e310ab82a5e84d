"""The nets that come with us, and what their cards say."""

from tamaya.bots import TRAINED
from tamaya.formats.nets import ANY, read


def main() -> None:
    """A line for each file."""
    print(f"{'file':<28}{'MB':>5}{'width':>7}{'depth':>7}{'10⁹ moves':>11}  self-play, on the GPU")
    for file in sorted(TRAINED.glob("*.safetensors"), key=lambda file: file.stem.split("-")):
        net = read(file)
        card, width = net.card, len(net.arrays["body.0.weight"])
        score = card["score"]
        if card["variant"] == ANY:  # one for each option set
            score = f"{score.count('±')} option sets, began with {card['after']}"
        sizes = f"{file.stat().st_size / 1e6:>5.1f}{width:>7}{card['depth']:>7}"
        print(f"{file.name:<28}{sizes}{int(card['moves']) / 1e9:>11.2f}  {score}")


if __name__ == "__main__":
    main()
