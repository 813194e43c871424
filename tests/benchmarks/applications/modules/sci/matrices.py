"""Arrays: masks, moving means, least squares."""

import numpy as np
import numpy.typing as npt


def moving_mean(values: npt.NDArray[np.float64], width: int = 3) -> npt.NDArray[np.float64]:
    if width < 1 or width > len(values):
        raise ValueError("width")
    if np.isnan(values).any():
        values = np.nan_to_num(values)
    return np.convolve(values, np.ones(width) / width, mode="valid")


def fit(x: np.ndarray, y: np.ndarray) -> tuple[float, float]:
    x, y = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    if x.shape != y.shape:
        raise ValueError("shapes differ")
    if len(np.unique(x)) < 2:
        raise ValueError("too few points")
    slope, offset = np.polyfit(x, y, 1)
    return float(slope), float(offset)


def invert(matrix: np.ndarray) -> np.ndarray:
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise ValueError("not square")
    try:
        return np.linalg.inv(matrix)
    except np.linalg.LinAlgError:
        return np.linalg.pinv(matrix)


def clip_image(image: np.ndarray) -> np.ndarray:
    if image.dtype == np.uint8:
        return image
    if image.dtype.kind == "f":
        image = image * 255
    return np.clip(image, 0, 255).astype(np.uint8)


def histogram(values: np.ndarray, bins: int = 4) -> dict[str, int]:
    values = values[np.isfinite(values)]
    if values.size == 0:
        return {}
    counts, edges = np.histogram(values, bins=bins)
    return {f"{edge:.1f}": int(count) for edge, count in zip(edges, counts)}
