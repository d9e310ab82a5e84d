"""Mean, standard error and perfect games."""

import pytest

from support.parts import require

torch = require("torch")

from support.learn.small import TINY  # noqa: E402 - only where there is PyTorch
from tamaya.learn.evaluation import summarize_scores  # noqa: E402


def test_scores_are_summarized() -> None:
    result = summarize_scores("tiny", TINY, torch.tensor([10, 10, 0, 6]).double())
    assert (result.mean, result.perfect) == (6.5, 50)
    assert result.standard_error == pytest.approx(4.7258 / 2, abs=1e-3)
