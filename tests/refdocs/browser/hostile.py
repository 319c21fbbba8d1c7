"""Builds the site of hostile definitions that the browser tests open."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from kubewright.cli.app import main

sys.path.insert(0, str(Path(__file__).parents[2]))
from refdocs.specs import hostile_spec

output = Path(sys.argv[1])
output.mkdir(parents=True, exist_ok=True)
spec = output.parent / f"{output.name}.json"
spec.write_text(json.dumps(hostile_spec()), "utf-8")
main(["docs", "1.37", "--spec", str(spec), "--output", str(output), "--force", "-q"])
