"""Links of guides that lead out of `docs` go to the repository; a test holds them to it."""

from __future__ import annotations

import posixpath

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx

REPOSITORY = "https://github.com/kubewright/kubewright/blob/main/"


def link(app: Sphinx, tree: nodes.document) -> None:
    """Give each relative link to a file above `docs` the file's address."""
    folder = posixpath.dirname(app.env.docname)
    for node in list(tree.findall(pending_xref)):
        path = posixpath.normpath(posixpath.join(folder, node["reftarget"]))
        if node["reftype"] == "myst" and path.startswith("../"):
            address = REPOSITORY + path.removeprefix("../")
            node.replace_self(nodes.reference("", "", *node.children, refuri=address))


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect the event."""
    app.connect("doctree-read", link)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
