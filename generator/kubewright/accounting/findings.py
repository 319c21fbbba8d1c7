"""What accounting has to say about an object, as rows."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias


class Finding(NamedTuple):
    """One fault, problem or notice.

    `kind` is a stable word, `object` the object as `Kind namespace/name`, `field` the path in
    it or the device or resource meant, `message` what was found and what was expected.
    """

    kind: str
    object: str
    field: str
    message: str

    def __str__(self) -> str:
        where = f"{self.object} {self.field}" if self.field else self.object
        return f"{where}: {self.message} [{self.kind}]"


# A fault is an input that cannot be used, a problem keeps a pod from a node, a notice does
# neither but is worth a look.
Fault: TypeAlias = Finding
Problem: TypeAlias = Finding
Notice: TypeAlias = Finding
