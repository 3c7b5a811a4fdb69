"""Small models that are fitted without random numbers: a logistic regression, and a quadratic form of low rank."""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

SQUARES = 2.0
"""Weight of the squared likeness of two rows beside the likeness: the best of 0.5, 1 and 2 across hands."""

SOFTNESS = 0.25
"""Weight of the squared weights; from a half to twice as much across hands gives the same to 0.002."""

ROUNDS = 60
"""Rounds of the search for the directions: more change no score by 0.01."""


def logistic(rows: Array, labels: Array, softness: float) -> Array:
    """Weights and bias of a logistic regression over few features, by Newton's method."""
    rows = np.hstack([rows, np.ones((len(rows), 1))]).astype(np.float64)
    weights = np.zeros(rows.shape[1])
    held = np.full(len(weights), softness)
    held[-1] = 1e-6
    for _ in range(25):
        chance = 1 / (1 + np.exp(-np.clip(rows @ weights, -30, 30)))
        slope = rows.T @ (labels - chance) - held * weights
        bend = (rows * (chance * (1 - chance))[:, None]).T @ rows + np.diag(held)
        weights = weights + np.linalg.solve(bend, slope)
    return weights


def weighted_logistic(rows: Array, labels: Array, shares: Array, softness: float) -> Array:
    """Weights and bias of a logistic regression over many features, of whose rows each counts its share."""
    rows = np.hstack([rows, np.ones((len(rows), 1))]).astype(np.float64)
    weights = np.zeros(rows.shape[1])
    held = np.full(len(weights), softness)
    held[-1] = 1e-9
    for _ in range(25):
        chance = 1 / (1 + np.exp(-np.clip(rows @ weights, -30, 30)))
        slope = rows.T @ (shares * (labels - chance)) - held * weights
        bend = (rows * (shares * chance * (1 - chance))[:, None]).T @ rows + np.diag(held)
        step = np.linalg.solve(bend, slope)
        weights = weights + step
        if np.abs(step).max() < 1e-6:
            break
    return weights


def linear(rows: Array, labels: Array) -> Array:
    """Weights and bias that come nearest to 1 and -1 by least squares, for rows of length 1."""
    dual, mean = dual_weights(rows @ rows.T, labels)
    return np.append(rows.T @ dual, mean)


def weighted_ridge(rows: Array, labels: Array, shares: Array, softness: float) -> Array:
    """Weights and bias that come nearest to 1 and -1 by least squares, of whose rows each counts its share."""
    wanted = 2 * labels - 1
    mean = np.average(wanted, weights=shares)
    held = rows @ rows.T + softness * np.diag(1 / shares)
    return np.append(rows.T @ np.linalg.solve(held, wanted - mean), mean)


def ridges_without(
    rows: Array, labels: Array, shares: Array, softness: float, groups: Array
) -> dict[str, Array]:
    """The same as :func:`weighted_ridge` for each group, learned from the rows of all others, and under ``""`` from all rows."""
    wanted, weighted = 2 * labels - 1, rows * shares[:, None]
    squares, sums = rows.T @ weighted, weighted.sum(axis=0)
    found = {}
    for group in ("", *sorted(set(groups))):
        own, other = groups == group, groups != group
        mean = np.average(wanted[other], weights=shares[other])
        held = squares - rows[own].T @ weighted[own] + softness * np.eye(rows.shape[1])
        toward = weighted[other].T @ wanted[other] - mean * (sums - weighted[own].sum(axis=0))
        found[group] = np.append(np.linalg.solve(held, toward), mean)
    return found


def unseen(rows: Array, learned: dict[str, Array], groups: Array) -> Array:
    """For each row the score by what was ``learned`` for its group, from all others (such as by :func:`ridges_without`)."""
    scores = np.zeros(len(rows))
    for group in set(groups):
        own = groups == group
        scores[own] = rows[own] @ learned[group][:-1] + learned[group][-1]
    return scores


def quadratic(rows: Array, labels: Array, rank: int) -> list[tuple[Array, Array, Array]]:
    """The same with squares, for each column of labels.

    Each is weights and bias, directions (a column each), and the sign of each one's square.

    The exact form has a weight for each pair of features; what is kept of it are the directions of its
    largest eigenvalues, found by subspace iteration.
    """
    alike = (rows @ rows.T).astype(np.float64)
    duals, means = dual_weights(alike + SQUARES * alike**2, labels)
    return [_form(rows, alike, dual, float(mean), rank) for dual, mean in zip(duals.T, means, strict=True)]


def _form(rows: Array, alike: Array, dual: Array, mean: float, rank: int) -> tuple[Array, Array, Array]:
    shares = np.eye(len(rows))[:, np.argsort(-np.abs(dual), kind="stable")[: 2 * rank]]
    for _ in range(ROUNDS):  # over the rows, of which there are fewer than features
        shares, _ = np.linalg.qr(dual[:, None] * (alike @ shares))
    basis, _ = np.linalg.qr(rows.T @ shares)
    inner = rows @ basis
    values, turned = np.linalg.eigh(SQUARES * inner.T @ (dual[:, None] * inner))
    best = np.argsort(-np.abs(values))[:rank]
    directions = basis @ turned[:, best] * np.sqrt(np.abs(values[best]))
    return np.append(rows.T @ dual, mean), directions, np.sign(values[best])


def dual_weights(alike: Array, labels: Array) -> tuple[Array, Array]:
    """Weights of the rows, and the mean of what they are to give; a column each where the labels are columns."""
    wanted = 2 * labels - 1
    mean = wanted.mean(axis=0)
    held = alike.astype(np.float64)
    held[np.diag_indices(len(held))] += SOFTNESS
    return np.linalg.solve(held, wanted - mean), mean
