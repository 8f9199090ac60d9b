#!/usr/bin/env python3
"""Geister's networks beside PyTorch: training `count`, and judging with `count` and `policy`, in one run.

    pip install torch numpy
    cargo build --release -p belief --example throughput
    python3 scripts/pytorch_networks.py [path of throughput] [rounds]

Ours and PyTorch's take turns, several rounds of each, and of every figure the best round counts: on a machine
that others use too, the best is what is disturbed least. Training is Adam on batches of 1000 with cross entropy.
Every figure is by the clock but `count_training_processor`: one thread's examples a second of processor time, which
a busy machine disturbs little. PyTorch is needed for this comparison only; without a path only PyTorch is measured.
"""

import json
import subprocess
import sys
import time

import torch
from torch import nn

# Examples of an epoch and epochs, as in the example program.
EXAMPLES = 2000
EPOCHS = 25
BATCH = 1000


class Net(nn.Module):
    """Three 2x2 convolutions, the counts behind them, two dense layers."""

    def __init__(self, filters, hidden, outputs):
        super().__init__()
        self.convolutions = nn.Sequential(
            nn.Conv2d(4, filters, 2),
            nn.ReLU(),
            nn.Conv2d(filters, filters, 2),
            nn.ReLU(),
            nn.Conv2d(filters, filters, 2),
            nn.ReLU(),
            nn.Flatten(),
        )
        self.dense = nn.Sequential(
            nn.Linear(9 * filters + 16, hidden), nn.ReLU(), nn.Linear(hidden, outputs)
        )

    def forward(self, board, counts):
        return self.dense(torch.cat([self.convolutions(board), counts], 1))


def count():
    return Net(64, 248, 2)


def policy():
    return Net(128, 512, 144)


def inputs(samples):
    board = (torch.rand(samples, 4, 6, 6) < 0.15).float()
    counts = (torch.rand(samples, 16) < 0.25).float()
    return board, counts


def training(threads):
    """Examples a second in the best epoch, by the clock and by processor time."""
    torch.set_num_threads(threads)
    net = count()
    adam = torch.optim.Adam(net.parameters(), lr=0.001, betas=(0.9, 0.999), eps=1e-7, fused=True)
    entropy = nn.CrossEntropyLoss()
    board, counts = inputs(EXAMPLES)
    labels = torch.randint(0, 2, (EXAMPLES,))

    def step(chosen):
        adam.zero_grad(set_to_none=True)
        entropy(net(board[chosen], counts[chosen]), labels[chosen]).backward()
        adam.step()

    clock, processor = 0.0, 0.0
    for _ in range(EPOCHS):
        began = time.perf_counter(), time.process_time()
        order = torch.randperm(EXAMPLES)
        for begin in range(0, EXAMPLES, BATCH):
            step(order[begin : begin + BATCH])
        clock = max(clock, EXAMPLES / (time.perf_counter() - began[0]))
        processor = max(processor, EXAMPLES / (time.process_time() - began[1]))
    return clock, processor


def judging(net, batch, total=50, tries=200):
    """Microseconds a position on one thread, the best of some tries."""
    torch.set_num_threads(1)
    board, counts = inputs(batch)
    best = float("inf")
    with torch.inference_mode():
        for _ in range(tries):
            began = time.perf_counter()
            for _ in range(total // batch):
                torch.softmax(net(board, counts), 1)
            best = min(best, (time.perf_counter() - began) * 1e6 / (total // batch * batch))
    return best


def theirs():
    figures = {}
    for threads in (1, 2):
        clock, processor = training(threads)
        figures[f"count_training_{threads}"] = clock
        if threads == 1:
            figures["count_training_processor"] = processor
    for name, net in (("count", count()), ("policy", policy())):
        net.eval()
        for batch in (1, 10, 50):
            figures[f"{name}_batch_{batch}"] = judging(net, batch)
    return figures


def ours(program):
    return json.loads(subprocess.run([program], check=True, capture_output=True, text=True).stdout)


def better(name, a, b):
    return max(a, b) if "training" in name else min(a, b)


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else None
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    torch.manual_seed(1)
    best = [{}, {}]
    for _ in range(rounds):
        for mine, figures in enumerate((theirs(), ours(program) if program else {})):
            for name, value in figures.items():
                best[mine][name] = better(name, best[mine].get(name, value), value)
    print(f"PyTorch {torch.__version__}, {rounds} rounds, best of each; training in examples/s, others in us a position")
    print(f"{'':30}{'PyTorch':>10}{'ours':>10}{'ratio':>8}")
    for name, them in best[0].items():
        line = f"{name:30}{them:>10.1f}"
        if name in best[1]:
            us = best[1][name]
            line += f"{us:>10.1f}{us / them if 'training' in name else them / us:>8.2f}"
        print(line)
    for name in best[1]:
        if name not in best[0]:
            print(f"{name:30}{'':>10}{best[1][name]:>10.1f}")


if __name__ == "__main__":
    main()
