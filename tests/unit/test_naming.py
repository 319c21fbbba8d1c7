"""Names are the official client's."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kubewright.codegen.naming import (
    Attribute,
    attribute,
    camel,
    class_name,
    class_names,
    short_names,
    underscore,
)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("V1Pod", "v1_pod"),
        ("V1APIService", "v1_api_service"),
        ("V1APIServiceList", "v1_api_service_list"),
        ("V1GCEPersistentDiskVolumeSource", "v1_gce_persistent_disk_volume_source"),
        ("V1CSIDriver", "v1_csi_driver"),
        ("V1beta1CSIStorageCapacity", "v1beta1_csi_storage_capacity"),
        ("V2HPAScalingRules", "v2_hpa_scaling_rules"),
        ("V1HTTPGetAction", "v1_http_get_action"),
        ("V1IPBlock", "v1_ip_block"),
        ("V1NFSVolumeSource", "v1_nfs_volume_source"),
        ("V1JSONSchemaProps", "v1_json_schema_props"),
        ("VersionInfo", "version_info"),
        (
            "AdmissionregistrationV1ServiceReference",
            "admissionregistration_v1_service_reference",
        ),
        ("clusterIPs", "cluster_ips"),
        ("podCIDRs", "pod_cidrs"),
        ("hostIP", "host_ip"),
        ("nonResourceURLs", "non_resource_urls"),
        ("targetWWNs", "target_wwns"),
        ("serverAddressByClientCIDRs", "server_address_by_client_cidrs"),
        ("x-kubernetes-list-type", "x_kubernetes_list_type"),
        ("fields-to-discriminateBy", "fields_to_discriminate_by"),
        ("stubPKCS10Request", "stub_pkcs10_request"),
        ("fieldsV1", "fields_v1"),
        ("matchLabelKeys", "match_label_keys"),
    ],
)
def test_underscore(name: str, expected: str) -> None:
    """A run of capitals is one word, with two lower-case letters needed to end it."""
    assert underscore(name) == expected


@pytest.mark.parametrize(
    ("wire", "public", "storage"),
    [
        ("continue", "_continue", "var_continue"),
        ("except", "_except", "var_except"),
        ("exec", "_exec", "var_exec"),
        ("from", "_from", "var_from"),
        ("not", "_not", "var_not"),
        ("$schema", "schema", "var_schema"),
        ("schema", "schema", "var_schema"),
        ("field", "field", "var_field"),
        ("$ref", "ref", "ref"),
        ("bool", "bool", "bool"),
        ("int", "int", "int"),
        ("type", "type", "type"),
        ("id", "id", "id"),
        ("generateName", "generate_name", "generate_name"),
        ("class", "_class", "var_class"),
    ],
)
def test_attribute(wire: str, public: str, storage: str) -> None:
    """Keywords get an underscore, and only shadowing names are stored under another."""
    assert attribute(wire) == Attribute(public, storage)


def test_clashing_keys_take_one_part_more() -> None:
    """Keys that share two parts take three, all of them; three-part clashes take four."""
    keys = [
        "io.k8s.api.core.v1.Event",
        "io.k8s.api.events.v1.Event",
        "io.k8s.api.core.v1.Pod",
        "io.k8s.one.core.v2.Thing",
        "io.k8s.two.core.v2.Thing",
    ]
    assert list(class_names(keys).values()) == [
        "CoreV1Event",
        "EventsV1Event",
        "V1Pod",
        "OneCoreV2Thing",
        "TwoCoreV2Thing",
    ]


def test_clash_runs_until_none_is_left() -> None:
    """A longer name that meets another one grows again."""
    keys = ["a.b.v1.X", "b.v1.X", "c.v1.X"]
    short = short_names(keys)
    assert short == {"a.b.v1.X": "a.b.v1.X", "b.v1.X": "b.v1.X", "c.v1.X": "c.v1.X"}


@given(
    st.lists(
        st.from_regex(r"[a-z]{1,2}(\.[a-z]{1,2}){1,4}", fullmatch=True), unique=True
    )
)
def test_short_names_are_unique(keys: list[str]) -> None:
    """Different keys have different short names, and each is an ending of its key."""
    short = short_names(keys)
    assert len(set(short.values())) == len(keys)
    assert all(key.endswith(name) for key, name in short.items())


@pytest.mark.parametrize(
    ("short", "expected"),
    [
        ("v1.Pod", "V1Pod"),
        ("version.Info", "VersionInfo"),
        ("v1.half-open", "V1HalfOpen"),
    ],
)
def test_class_name(short: str, expected: str) -> None:
    """Each part gets a capital first letter and nothing else changes."""
    assert class_name(short) == expected


@pytest.mark.parametrize(
    ("attribute", "wire"),
    [
        ("host_ip", "hostIp"),
        ("name", "name"),
        ("api_version", "apiVersion"),
        ("fields_v1", "fieldsV1"),
    ],
)
def test_camel(attribute: str, wire: str) -> None:
    """The regular wire name of an attribute is its camel case."""
    assert camel(attribute) == wire
