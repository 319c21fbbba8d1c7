"""Small definitions for tests of pages, and texts that try to be more than text."""

from __future__ import annotations

from typing import Any

HOSTILE = [
    "<script>alert(1)</script>",
    "</code></td></table><script>alert(2)</script>",
    '"><img src=x onerror=alert(3)>',
    "<svg/onload=alert(4)>",
    "[click](javascript:alert(5))",
    "![image](http://tracker.example/i.png)",
    "`click <javascript:alert(6)>`_ and `text <http://x.example/?a=\"b'>`__",
    "javascript:alert(7) data:text/html,<script>alert(8)</script>",
    ".. raw:: html\n\n   <script>alert(9)</script>",
    ".. include:: /etc/passwd",
    ".. literalinclude:: /etc/passwd",
    ":ref:`missing` :download:`/etc/passwd` :py:class:`Missing` |substitution| [1]_ name_",
    "{{ config.project }} {% include '/etc/passwd' %} ${7*7}",
    "https://example.com/<script>alert(10)</script>",
    'https://example.com/"onmouseover="alert(11)',
    "- item <script>alert(12)</script>\n- `<b>code</b>`\n  * more",
    "</script><script>alert(13)</script>",
    "&lt;script&gt;alert(14)&lt;/script&gt;",
    "a\u2028b\u2029c\u202ed\x1b[31m",
]
TEXT: dict[str, Any] = {"type": "string"}


def hostile_spec() -> dict[str, Any]:
    """A model whose description, and that of each field, is one of the texts."""
    fields = {
        f"field{n}": {**TEXT, "description": text} for n, text in enumerate(HOSTILE)
    }
    kind = {"group": '"><b>', "version": "v1", "kind": "<script>alert(15)</script>"}
    body = {
        "description": "\n\n".join(HOSTILE),
        "properties": {**fields, "apiVersion": TEXT, "kind": TEXT},
        "required": ["field0"],
        "x-kubernetes-group-version-kind": [kind],
    }
    part = {
        "description": HOSTILE[0],
        "properties": {"thing": {"$ref": "#/definitions/com.example.v1.Thing"}},
    }
    return {"definitions": {"com.example.v1.Thing": body, "com.example.v1.Other": part}}
