"""DeviceClass and DeviceTaintRule."""

from __future__ import annotations

from kubewright.validation import cel, names
from kubewright.validation.claims import device_config
from kubewright.validation.common import conditions, each, fits, taint
from kubewright.validation.cursor import At
from kubewright.validation.equality import same


def class_spec(at: At, old: At) -> None:
    """A class; selectors and configuration that an update leaves are taken as they are."""
    selectors, config = at.get("selectors"), at.get("config")
    stored = old.present and same(selectors.value, old.get("selectors").value)
    cel.selectors(selectors, stored=stored)
    kept = old.present and same(config.value, old.get("config").value)
    if fits(config, 32, "class/config-many"):
        each(config, lambda item: device_config(item, stored=kept))
    name = at.get("extendedResourceName")
    if name.present and not names.is_extended(name.text()):
        name.fail("class/extended-name", name.value)


def taint_rule_spec(at: At, old: At) -> None:
    """A taint rule: which devices, and the taint they get."""
    selector = at.get("deviceSelector")
    for name, check in (
        ("driver", names.driver),
        ("pool", names.pool),
        ("device", names.label),
    ):
        if selector.get(name).present:
            check(selector.get(name))
    taint(at.get("taint"), old.get("taint").value)


def taint_rule_status(at: At) -> None:
    """The conditions of a taint rule."""
    conditions(at.get("conditions"))
    fits(at.get("conditions"), 8, "condition/many")
