#!/usr/bin/env python3
"""Othello tree searches beside OpenSpiel's C++ MCTSBot: the same positions, 1,000 simulations a search, one thread.

    pip install open_spiel
    cargo build --release
    python3 scripts/openspiel_mcts.py [path of gokaku]

Both sides play one uniform random game a simulation and count processor time, ours first, in one
run; the last column is the ratio. OpenSpiel is needed for this comparison only.
"""

import json
import subprocess
import sys
import time

import pyspiel

# Enough for a few seconds: OpenSpiel needs some tenths of a second for a search.
SEARCHES = 5
# The exploration constant of the bots that come with OpenSpiel's examples.
UCT_C = 2.0
PASS = 64


def state_after(game, moves):
    state = game.new_initial_state()
    for move in moves:
        action = PASS if move == "pass" else "abcdefgh".index(move[0]) + 8 * (int(move[1]) - 1)
        if action not in state.legal_actions():
            sys.exit(f"OpenSpiel finds {move} illegal after {' '.join(moves)}")
        state.apply_action(action)
    return state


def their_rate(game, moves, simulations):
    """Simulations a CPU second, the fastest of SEARCHES searches."""
    best = 0.0
    for seed in range(SEARCHES):
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        bot = pyspiel.MCTSBot(game, evaluator, UCT_C, simulations, 1000, False, seed, False)
        state = state_after(game, moves)
        begun = time.process_time()
        bot.step(state)
        best = max(best, simulations / (time.process_time() - begun))
    return best


def main():
    gokaku = sys.argv[1] if len(sys.argv) > 1 else "target/release/gokaku"
    run = subprocess.run(
        [gokaku, "bench", "othello", "--only", "mcts", "--json"], capture_output=True, check=True, text=True
    )
    game = pyspiel.load_game("othello")
    print(f"{'after':>5} {'gokaku /s':>12} {'OpenSpiel /s':>12} {'ratio':>7}")
    for position in json.loads(run.stdout)["mcts"]:
        ours = position["simulations_per_second"]
        theirs = their_rate(game, position["moves"], position["simulations"])
        print(f"{len(position['moves']):>5} {ours:>12.0f} {theirs:>12.0f} {ours / theirs:>7.1f}")


if __name__ == "__main__":
    main()
