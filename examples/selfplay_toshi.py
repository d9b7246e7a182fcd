"""A network learns two-player Toshi by playing itself (PPO), and is measured against `greedy`.

    make example-selfplay                             # sets up an environment of its own with PyTorch, and trains
    python examples/selfplay_toshi.py --minutes 3 --plot curve.svg
    python examples/selfplay_toshi.py --start random --against-greedy 1     # from nothing, the best response to greedy

One core is enough; minutes are those of its time, so a busy machine only takes longer. What is learnt is the final
margin, paid as it arises, and the victory. The network sees the observation with its squares summed up, and what the
game's judgement, `evaluate`, thinks of each choice. It chooses what to build; the judgement chooses the square.
Beginning as the judgement means that the network adds nothing to it yet, so that the policy likes best what `greedy`
plays. The curve is the share of fresh games that the policy wins when it takes what it likes best.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import numba
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from zashiki.arena.summary import wilson
from zashiki.cli.plots import curve_plot
from zashiki.core.prepare import algorithm
from zashiki.envs import Batch, Task
from zashiki.games.toshi.state import BUILDINGS, REGULAR, Phase

TASK = Task("toshi", players=2)
CHOICES = (*BUILDINGS[:REGULAR], "at", "leave")
"""What the network chooses from: a type to build, going on with a building, or neither."""

GAMES, STEPS, EPOCHS, ROWS = 1024, 64, 3, 4096
"""Games at once, decisions of each between two updates, how often an update sees them, rows it takes at a time."""

LEARNING_RATE, ENTROPY = 7e-4, 0.01
"""At the start; both fall in a straight line to a tenth."""

LAMBDA, CLIP = 0.9, 0.2
"""How far an advantage looks ahead (GAE), and how far an update may move a probability."""

SCALE = 50.0
"""Points are divided by it, so that the value network deals with numbers of about 1."""

VICTORY = 0.5
"""What winning is worth beside the margin, in the same unit."""

NEVER = -1e9
"""Worth of what may not be chosen."""

judge_moves = algorithm(TASK.game, "judge_moves")

FIELDS = map(TASK.game.codec.fields, range(TASK.game.codec.size))
NAMES = [fields.get("type", fields["verb"]) for fields in FIELDS]
CHOICE_OF = np.array([CHOICES.index(name if name in CHOICES else "leave") for name in NAMES])
"""int64[codec.size]; the number of the choice each action id belongs to."""


@numba.njit(nogil=True, error_model="numpy")
def judge_choices(states, rules, scratch, ids, counts, movers, worth, actions):
    """For each game and choice, the action that the judgement likes best and what it is worth to the seat to move.

    Args:
        states: record[games].
        rules: the rules record.
        scratch: record[2], overwritten.
        ids: int32[games, max_legal]; the legal action ids.
        counts: int32[games]; how many they are.
        movers: int32[games].
        worth: float32[games, choices], overwritten; NEVER for what may not be chosen.
        actions: int64[games, choices], overwritten.
    """
    values = np.zeros(2, np.float32)
    found = np.zeros(ids.shape[1], np.float32)
    worth[:] = NEVER
    actions[:] = 0
    for i in range(len(counts)):
        scratch[0] = states[i]
        judge_moves(scratch, rules, ids[i], np.int64(counts[i]), np.int64(movers[i]), values, found)
        for place in range(counts[i]):
            choice = CHOICE_OF[ids[i, place]]
            if found[place] > worth[i, choice]:
                worth[i, choice] = found[place]
                actions[i, choice] = ids[i, place]


def summed_up(named: dict[str, NDArray[np.float32]], worth: NDArray[np.float32]) -> NDArray[np.float32]:
    """What the network sees, float32[games, inputs]; the last inputs are what the judgement thinks of each choice.

    The observations come by the names of their features; worth is that of `judge_choices`.
    """
    games = len(worth)
    tiles = named["seat_tiles"].reshape(games, 2, REGULAR + 1, -1)[:, :, :REGULAR]
    rolled = named["rolled"].reshape(games, 1, 1, -1)
    best = worth.max(axis=1, keepdims=True)
    legal = worth > NEVER
    parts = (
        named["phase"][:, [Phase.EXTRA, Phase.BUILD, Phase.AT]],
        named["active"][:, :2],
        *(named[name] for name in ("turn", "latch", "due", "supply")),
        *(3 * named[f"seat_{name}"] for name in ("koku", "score", "income", "extra", "empty")),
        np.minimum(named["seat_koku"], 0.2) * 10,
        named["seat_teien_placed"],
        named["seat_built"][:, :, :REGULAR],
        tiles.sum(axis=3) / 3,
        (tiles * rolled).sum(axis=3),
        best / SCALE,
        legal,
        np.where(legal, np.maximum((worth - best) / 5, -3.0), 0.0),
    )
    return np.concatenate([part.reshape(games, -1) for part in parts], axis=1, dtype=np.float32)


class Games:
    """Games of the policy against itself and, on either seat, against `greedy`.

    Args:
        alone: how many games the policy plays against itself.
        each: how many it plays on each seat against `greedy`.
        seed, autoreset: see `Batch`.

    Attributes:
        batches: the games.
        inputs: float32[games, inputs]; what the seat to move sees, summed up.
        legal: bool[games, choices]; what it may choose.
        sign: float32[games]; -1 where seat 1 is to move, otherwise 1.
        lead: float32[games]; by how much seat 0 leads, in units of SCALE.
    """

    def __init__(self, alone: int, each: int, seed: int, autoreset: str = "same_step") -> None:
        kinds = ((alone, None, None), (each, 0, "greedy"), (each, 1, "greedy"))
        self.batches = [
            Batch(TASK, count, seat=seat, bots=bots, seed=3 * seed + number, autoreset=autoreset)
            for number, (count, seat, bots) in enumerate(kinds)
            if count
        ]
        ends = np.cumsum([batch.count for batch in self.batches])
        self._parts = [slice(end - batch.count, end) for batch, end in zip(self.batches, ends, strict=True)]
        self._scratch = np.zeros(2, TASK.game.state_dtype).view(np.recarray)
        self._worth = np.zeros((ends[-1], len(CHOICES)), np.float32)
        self._actions = np.zeros((ends[-1], len(CHOICES)), np.int64)
        self._look()

    def all(self, name: str) -> NDArray:
        """An array of all batches, copied."""
        return np.concatenate([getattr(batch, name) for batch in self.batches])

    def _look(self) -> None:
        """Note what there is to see and to choose now."""
        for batch, part in zip(self.batches, self._parts, strict=True):
            before = batch.states, TASK.rules, self._scratch
            asked = batch.legal_ids, batch.legal_counts, batch.movers
            judge_choices(*before, *asked, self._worth[part], self._actions[part])
        named = TASK.structured(self.all("observations"))
        self.inputs = torch.from_numpy(summed_up(named, self._worth))
        self.legal = torch.from_numpy(self._worth > NEVER)
        self.sign = torch.from_numpy(np.where(self.all("movers") == 1, np.float32(-1), np.float32(1)))
        own, other = torch.from_numpy(named["seat_score"][:, :, 0]).T  # in hundreds
        self.lead = self.sign * (own - other) * (100 / SCALE)

    def step(self, chosen: Tensor) -> tuple[Tensor, Tensor]:
        """Play on; what that paid seat 0, and 1.0 for each game that it ended."""
        before = self.lead
        actions = self._actions[np.arange(len(chosen)), chosen.numpy()]
        for batch, part in zip(self.batches, self._parts, strict=True):
            batch.step(actions[part])
        self._look()
        ended = torch.from_numpy(self.all("terminated"))
        scores = torch.from_numpy(self.all("boards")[:, :, 0])
        lead = torch.where(ended, (scores[:, 0] - scores[:, 1]) / SCALE, self.lead)
        return lead - before + VICTORY * torch.from_numpy(self.all("rewards")[:, 0]), ended.float()


class Net(nn.Module):
    """Policy and value: two networks with two hidden layers each; the policy adds to what the judgement says."""

    def __init__(self, inputs: int, start: str) -> None:
        super().__init__()
        self._policy, self._value = self._layers(inputs, len(CHOICES)), self._layers(inputs, 1)
        self._trust = nn.Parameter(torch.tensor(1.0 if start == "judge" else 0.0))

    @staticmethod
    def _layers(inputs: int, outputs: int) -> nn.Sequential:
        last = nn.Linear(64, outputs)
        nn.init.normal_(last.weight, std=0.001)
        nn.init.zeros_(last.bias)
        return nn.Sequential(nn.Linear(inputs, 128), nn.ReLU(), nn.Linear(128, 64), nn.ReLU(), last)

    def logs(self, inputs: Tensor, legal: Tensor) -> Tensor:
        """The logarithms of the probabilities of the choices."""
        liking = self._policy(inputs) + self._trust * inputs[:, -len(CHOICES) :]
        return torch.log_softmax(liking.masked_fill(~legal, NEVER), dim=1)

    def value(self, inputs: Tensor) -> Tensor:
        """What the seat to move can expect."""
        return self._value(inputs)[:, 0]


@torch.no_grad()
def collect(net: Net, games: Games) -> tuple[Tensor, ...]:
    """Let the policy play; inputs, legal choices, choices, their logarithms, advantages and returns of its decisions.

    Toshi is zero-sum here, so what is paid and expected is kept as seat 0 sees it until the end.
    """
    rows, values, paid, going, signs = [], [], [], [], []
    for _ in range(STEPS):
        inputs, legal, sign = games.inputs, games.legal, games.sign
        logs = net.logs(inputs, legal)
        chosen = torch.distributions.Categorical(logits=logs, validate_args=False).sample()
        rows.append((inputs, legal, chosen, logs.gather(1, chosen[:, None])[:, 0]))
        values.append(sign * net.value(inputs))
        signs.append(sign)
        reward, ended = games.step(chosen)
        paid.append(reward)
        going.append(1.0 - ended)
    following, advantage = games.sign * net.value(games.inputs), torch.zeros(())
    advantages: list[Tensor] = []
    for t in reversed(range(STEPS)):
        advantage = paid[t] + going[t] * (following + LAMBDA * advantage) - values[t]
        following = values[t]
        advantages.insert(0, advantage)
    sign, ahead = torch.cat(signs), torch.cat(advantages)
    found = (*map(torch.cat, zip(*rows, strict=True)), sign * ahead, sign * (ahead + torch.cat(values)))
    several = found[1].sum(dim=1) > 1
    return tuple(part[several] for part in found)


def update(net: Net, optimiser: torch.optim.Optimizer, entropy: float, decisions: tuple[Tensor, ...]) -> None:
    """The updates of PPO."""
    for _ in range(EPOCHS):
        for some in torch.randperm(len(decisions[0])).split(ROWS):
            inputs, legal, chosen, before, advantage, returns = (part[some] for part in decisions)
            logs = net.logs(inputs, legal)
            ratio = (logs.gather(1, chosen[:, None])[:, 0] - before).exp()
            gain = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
            gained = torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            variety = -(logs.exp() * logs).sum(dim=1).mean()
            wrong = (net.value(inputs) - returns).square().mean()
            optimiser.zero_grad()
            (0.5 * wrong - gained - entropy * variety).backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimiser.step()


@torch.no_grad()
def measure(net: Net, count: int, seed: int) -> tuple[float, str]:
    """Let the policy, always taking what it likes best, play fresh games against `greedy`, half of them on each seat.

    Returns:
        The share that it wins, shared victories counted half, and all figures in words.
    """
    each = (count + 1) // 2
    games = Games(0, each, seed, autoreset="disabled")
    while (games.all("movers") >= 0).any():
        games.step(net.logs(games.inputs, games.legal).argmax(dim=1))
    boards = games.all("boards")
    boards[each:] = boards[each:, ::-1]
    own, other = boards[:, :, 0].mean(axis=0)
    wins = float((1 + np.sign(boards[:, 1, 1] - boards[:, 0, 1])).sum() / 2)
    low, high = wilson(wins, len(boards))
    share = wins / len(boards)
    words = (
        f"wins {share:.1%} ({low:.1%} to {high:.1%}) of {len(boards):,} games, {own:.1f} : {other:.1f} points"
    )
    return share, words


def train(chosen: argparse.Namespace) -> tuple[Net, list[tuple[float, float]]]:
    """Train for the time that was asked for; the network, and its curve over thousands of decisions."""
    torch.set_num_threads(1)
    torch.manual_seed(chosen.seed)
    each = round(GAMES * chosen.against_greedy / 2)
    games = Games(GAMES - 2 * each, each, chosen.seed)
    net = Net(games.inputs.shape[1], chosen.start)
    optimiser = torch.optim.Adam(net.parameters(), eps=1e-5)
    seconds, points, made, spent, due = 60 * chosen.minutes, [], 0, 0.0, 0.0
    while True:
        if spent >= due or spent >= seconds:
            share, words = measure(net, chosen.games, seed=999)
            points.append((made / 1000, 100 * share))
            print(f"{spent:5.0f} s  {made:11,} decisions  {words}", flush=True)
            due = spent + seconds / 10
        if spent >= seconds:
            return net, points
        start = time.process_time()
        cooling = max(0.1, 1.0 - spent / seconds)
        for group in optimiser.param_groups:
            group["lr"] = LEARNING_RATE * cooling
        decisions = collect(net, games)
        update(net, optimiser, ENTROPY * cooling, decisions)
        made += len(decisions[0])
        spent += time.process_time() - start


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, measure, draw the curve."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--against-greedy", type=float, default=0.25, metavar="SHARE", help="share of games")
    parser.add_argument("--start", choices=("judge", "random"), default="judge", help="how the policy begins")
    parser.add_argument("--minutes", type=float, default=3.0, help="of processor time, without measuring")
    parser.add_argument(
        "--games", type=int, default=4000, help="of each measurement; five times as many in the end"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plot", type=Path, help="an SVG file: the curve")
    chosen = parser.parse_args(arguments)
    if not 0 <= chosen.against_greedy <= 1:
        parser.error("--against-greedy takes a share from 0 to 1")
    net, points = train(chosen)
    print("in the end", measure(net, 5 * chosen.games, seed=2026)[1])
    if chosen.plot:
        title = "Self-play on Toshi: share of games won against greedy, in %"
        chosen.plot.write_text(curve_plot(title, points, "thousand decisions", [(50.0, "greedy")]), "utf-8")


if __name__ == "__main__":
    main()
