"""Quantities take numbers, byte fields take text and bytes (2.1; Q10, Q12)."""

from __future__ import annotations

import enum
import json
from decimal import Decimal
from typing import Any

import pytest

from contract.helpers import complaint, wire


class Three(enum.IntEnum):
    """An int enum."""

    VALUE = 3


NUMBERS = [
    (1, "1"),
    (-7, "-7"),
    (10**30, "1" + 30 * "0"),
    (2.0, "2"),
    (-0.0, "0"),
    (0.1, "0.1"),
    (1.5, "1.5"),
    (1e-7, "0.0000001"),
    (1e21, "1" + 21 * "0"),
    (Three.VALUE, "3"),
]
DECIMALS = [
    (Decimal("1.50"), "1.5"),
    (Decimal("1E+3"), "1000"),
    (Decimal("-2.0"), "-2"),
]


@pytest.mark.parametrize(("number", "text"), NUMBERS + DECIMALS)
def test_quantity_stores_a_number_as_text(models: Any, number: Any, text: str) -> None:
    """Q10: integer digits, else the shortest decimal text, never with an exponent."""
    assert models.V1ResourceRequirements(limits={"cpu": number}).limits == {"cpu": text}
    assert models.V1DeviceCapacity(value=number).value == text


@pytest.mark.parametrize(("number", "text"), NUMBERS)
def test_quantity_reads_numbers_alike_from_dict_and_json(
    models: Any, number: Any, text: str
) -> None:
    """Q10: the same from from_dict and from_json."""
    document = {"limits": {"cpu": number}}
    read = models.V1ResourceRequirements
    assert read.from_dict(document).limits == {"cpu": text}
    assert read.from_json(json.dumps(document)).limits == {"cpu": text}


NO_QUANTITY = [
    True,
    b"1",
    None,
    float("nan"),
    float("inf"),
    Decimal("NaN"),
    Decimal("1e99999"),
]


@pytest.mark.parametrize("value", NO_QUANTITY, ids=repr)
def test_quantity_refuses(models: Any, value: Any) -> None:
    """Q10: bool, bytes, null and what is not finite: `string_type`, one error."""
    limits = {"cpu": value}
    found = complaint(lambda: models.V1ResourceRequirements(limits=limits))
    assert found == ("V1ResourceRequirements", [(("limits", "cpu"), "string_type")])


def test_byte_text_of_maps_is_not_checked(models: Any) -> None:
    """Secret.data takes any text, and bytes that are text; both stay what they are."""
    secret = models.V1Secret(data={"a": "not base64!", "b": b"Zm9v"})
    assert secret.data == {"a": "not base64!", "b": b"Zm9v"}
    assert wire(secret) == {"data": {"a": "not base64!", "b": "Zm9v"}}
    assert models.V1Secret.from_json('{"data":{"a":"Zm9v"}}').data == {"a": "Zm9v"}


def test_bytes_that_are_no_text_are_refused(models: Any) -> None:
    """Q12: at construction, not in the middle of writing."""
    found = complaint(lambda: models.V1Secret(data={"k": b"\xff"}))[1]
    assert found == [(("data", "k"), "value_error")]
    for given in ({"data": {"k": 3}}, {"data": {"k": None}}):
        for way in (
            models.V1Secret.from_dict,
            lambda d: models.V1Secret.from_json(json.dumps(d)),
        ):
            assert complaint(lambda way=way, given=given: way(given))[1] == [
                (("data", "k", "bytes"), "bytes_type"),
                (("data", "k", "str"), "string_type"),
            ]


BASE64 = [
    ("AdmissionregistrationV1WebhookClientConfig", "ca_bundle"),
    ("ApiextensionsV1WebhookClientConfig", "ca_bundle"),
    ("V1APIServiceSpec", "ca_bundle"),
    ("V1CertificateSigningRequestSpec", "request"),
    ("V1CertificateSigningRequestStatus", "certificate"),
    ("V1PodCertificateRequestSpec", "stub_pkcs10_request"),
    ("V1beta1PodCertificateRequestSpec", "stub_pkcs10_request"),
    ("V1beta1PodCertificateRequestSpec", "pkix_public_key"),
    ("V1beta1PodCertificateRequestSpec", "proof_of_possession"),
]


@pytest.mark.parametrize(("name", "field"), BASE64)
def test_single_byte_fields_hold_base64(models: Any, name: str, field: str) -> None:
    """2.1: the nine single byte fields refuse text or bytes that are not base64."""
    base = getattr(models, name).model_construct()
    for good in ("Zm9v", b"Zm9v", "", "Zg=="):
        setattr(base, field, good)
        assert getattr(base, field) == good
    for bad in ("nope!", b"\xff", "Zm9", "Zm9v\n", "Zg="):
        found = complaint(lambda bad=bad: setattr(base, field, bad))[1]
        assert found == [((field,), "value_error")]
