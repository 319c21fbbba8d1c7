"""The official ApiClient reads and writes our models, over urllib3 and over aiohttp."""

from __future__ import annotations

from pathlib import Path

import pytest

from overlay.server import pod, serving

HERE = Path(__file__).parent
VECTORS = HERE.parent / "vectors" / "contract.json"


@pytest.mark.parametrize("session", ["session_sync.py", "session_aio.py"])
def test_round_trip(session: str, run_overlaid) -> None:
    """List, read, create, patch and watch work, and the server gets wire names."""
    with serving() as (address, bodies):
        done = run_overlaid(str(HERE / session), address)
    assert done.stdout == '"done"\n', done.stderr
    dropped, kept, lease, claim, secret = bodies
    times = {"metadata": {"creationTimestamp": "2026-11-29T12:00:00+00:00"}}
    assert "fieldOfTomorrow" not in dropped["spec"]
    assert kept["spec"] == pod("a")["spec"]
    assert (
        kept["metadata"]["creationTimestamp"] == times["metadata"]["creationTimestamp"]
    )
    assert lease["spec"] == {
        "acquireTime": "2026-11-29T00:00:00.000000Z",
        "renewTime": "2026-11-29T12:00:00.000001Z",
    }
    assert claim["status"] == {"devices": [{"driver": "d", "pool": "p", "device": "x"}]}
    assert secret["data"] == {"k": "Zm9v"}
