"""Sphinx's settings for the site: a `conf.py` imports all of them and may add its own."""

from __future__ import annotations

import hashlib
from pathlib import Path

HERE = Path(__file__).parent

project = "kubewright"
extensions = ["kubewright.refdocs.site.extension"]
exclude_patterns = ["changes/*"]
nitpicky = True
root_doc = "index"

html_theme = "kubewright"
html_search_language = "code"
html_search_scorer = str(HERE / "scorer.js")
html_copy_source = False
html_use_index = False
html_domain_indices = False
html_permalinks_icon = "#"
html_secnumber_suffix = " "
# Quotes and dashes stay what they are: most of them stand in names, options and addresses.
smartquotes = False
# Only a block that names its language is coloured.
highlight_language = "none"

# Foreign text stays text: no file is read into a page and no raw HTML passes.
docutils_settings = {"file_insertion_enabled": False, "raw_enabled": False}

# Another version of the code that makes pages of facts reads all of them anew.
kubewright_digest = hashlib.sha256(
    b"\0".join(path.read_bytes() for path in sorted(HERE.glob("*.py")))
).hexdigest()
