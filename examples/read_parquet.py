"""Games as a table: which moves do winners make? `python examples/read_parquet.py games.parquet`.

    zashiki simulate toshi --games 200 --players 2 --bots greedy,random --records games.jsonl
    zashiki export games.jsonl --to parquet

Polars (`polars.read_parquet`), pandas (`pandas.read_parquet`) and Hugging Face
(`datasets.load_dataset("parquet", data_files=...)`) read the same file.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq


def main(arguments: Sequence[str] | None = None) -> None:
    """Print what is in the file, and the mean outcome of each kind of move."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path)
    chosen = parser.parse_args(arguments)

    table = pq.read_table(chosen.file)
    told = json.loads(table.schema.metadata[b"zashiki"])
    observations = np.stack(
        table["observation"].combine_chunks().flatten().to_numpy().reshape(len(table), -1)
    )
    masks = table["mask"].combine_chunks().flatten().to_numpy(zero_copy_only=False).reshape(len(table), -1)
    chosen_is_legal = masks[np.arange(len(table)), table["action"].to_numpy()].all()
    print(f"{told['game']}, {told['players']} seats: {len(table)} decisions, outcome is the {told['reward']}")
    print(f"observations {observations.shape}, masks {masks.shape}; every action legal: {chosen_is_legal}")

    kinds = pc.list_element(pc.split_pattern(table["move"], " ", max_splits=1), 0)
    by_kind = pa.table({"kind": kinds, "outcome": table["outcome"]}).group_by("kind")
    counted = by_kind.aggregate([("outcome", "mean"), ("outcome", "count")]).sort_by(
        [("outcome_count", "descending")]
    )
    for row in counted.to_pylist():
        if row["outcome_mean"] is not None:
            print(
                f"{row['kind']:12s} {row['outcome_count']:7d} times, mean outcome {row['outcome_mean']:+.3f}"
            )


if __name__ == "__main__":
    main()
