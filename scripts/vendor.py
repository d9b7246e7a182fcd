"""Fetch what the web table serves but did not write: the fonts and the morphing library.

Run it again to take newer versions: `python scripts/vendor.py`. It asks the npm client for three packages, keeps the
few files that are needed and writes them, with their licences, below `src/zashiki/table/static/vendor/`. The result
is committed, so neither a build nor a user needs npm.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

TARGET = Path(__file__).resolve().parents[1] / "src" / "zashiki" / "table" / "static" / "vendor"

LATIN = ("latin", "latin-ext")

JAPANESE = {
    "zen-kaku-gothic-new": "→←↑↓⌫⏎…−×≈≠",
    "shippori-mincho": "座敷都市札幌日本蔵店厩城長屋町家農工場庭園鐘楼歌舞伎本陣学問所奉行河原者養蚕両替大名",
}
"""Characters outside Latin that the pages show, per face; the Japanese slices that hold them are kept."""

FACES = [
    ("@fontsource/zen-kaku-gothic-new", "Zen Kaku Gothic New", (500, 700)),
    ("@fontsource/shippori-mincho", "Shippori Mincho", (600,)),
]


def fetch(package: str, folder: Path) -> Path:
    """Download a package with the npm client and unpack it; the folder it is in."""
    done = subprocess.run(
        ["npm", "pack", package, "--json", "--pack-destination", str(folder)],
        check=True,
        capture_output=True,
        text=True,
    )
    archive = folder / json.loads(done.stdout)[0]["filename"]
    unpacked = folder / archive.stem
    with tarfile.open(archive) as tar:
        tar.extractall(unpacked, filter="data")
    return unpacked / "package"


def version(package: Path) -> str:
    """The version an unpacked package states."""
    return json.loads((package / "package.json").read_text())["version"]


def holds(ranges: str, characters: str) -> bool:
    """Whether a CSS `unicode-range` has one of the characters."""
    spans = []
    for part in ranges.replace("U+", "").split(","):
        low, _, high = part.strip().partition("-")
        spans.append((int(low, 16), int(high or low, 16)))
    return any(low <= ord(c) <= high for c in characters for low, high in spans)


def font_faces(package: Path, family: str, weight: int, characters: str, out: Path) -> list[str]:
    """Copy the slices of one weight that are needed; their `@font-face` rules, pointing at the copies."""
    rules = []
    for block in re.findall(r"@font-face \{.*?\}", (package / f"{weight}.css").read_text(), re.DOTALL):
        found = re.search(r"url\(\./files/([\w-]+\.woff2)\)", block)
        ranges = re.search(r"unicode-range: ([^;]+);", block)
        if not found or not ranges:
            continue
        name = found[1]
        subset = name.removesuffix(f"-{weight}-normal.woff2").removeprefix(f"{out.name}-")
        if subset not in LATIN and not (subset.isdigit() and holds(ranges[1], characters)):
            continue
        shutil.copy(package / "files" / name, out / name)
        rules.append(
            f"@font-face {{ font-family: '{family}'; font-style: normal; font-display: swap; "
            f"font-weight: {weight}; src: url(./{out.name}/{name}) format('woff2'); "
            f"unicode-range: {ranges[1]}; }}"
        )
    return rules


def main() -> None:
    """Replace the vendor folder by freshly fetched files."""
    with tempfile.TemporaryDirectory() as scratch:
        work = Path(scratch)
        if TARGET.exists():
            shutil.rmtree(TARGET)
        TARGET.mkdir(parents=True)
        versions = {}
        rules: list[str] = []
        for package_name, family, weights in FACES:
            package = fetch(package_name, work)
            out = TARGET / package_name.rpartition("/")[2]
            out.mkdir()
            shutil.copy(package / "LICENSE", out / "LICENSE")
            versions[package_name] = version(package)
            for weight in weights:
                rules += font_faces(package, family, weight, JAPANESE[out.name], out)
        (TARGET / "fonts.css").write_text("\n".join(rules) + "\n")

        package = fetch("idiomorph", work)
        out = TARGET / "idiomorph"
        out.mkdir()
        shutil.copy(package / "LICENSE", out / "LICENSE")
        shutil.copy(package / "dist" / "idiomorph.esm.js", out / "idiomorph.js")
        versions["idiomorph"] = version(package)
        (TARGET / "versions.json").write_text(json.dumps(versions, indent=2) + "\n")
        size = sum(f.stat().st_size for f in TARGET.rglob("*") if f.is_file())
        print(f"{TARGET}: {sum(1 for _ in TARGET.rglob('*.woff2'))} font files, {size / 1024:.0f} KiB")


if __name__ == "__main__":
    main()
