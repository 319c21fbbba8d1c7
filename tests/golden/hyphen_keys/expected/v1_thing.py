"""Generated from io.k8s.example-server.pkg.v1.Thing. Do not edit."""

from __future__ import annotations

from typing import Dict, List, Optional

from pydantic import Field, StrictStr

from ._runtime import Model


class V1Thing(Model):
    "Thing has unusual names."

    x_kubernetes_list_type: Optional[StrictStr] = Field(
        default=None,
        validation_alias="x-kubernetes-list-type",
        serialization_alias="x-kubernetes-list-type",
    )
    fields_to_discriminate_by: Optional[Dict[str, StrictStr]] = Field(
        default=None,
        validation_alias="fields-to-discriminateBy",
        serialization_alias="fields-to-discriminateBy",
    )
    with_dots_inside: Optional[StrictStr] = Field(
        default=None,
        validation_alias="with.dots.inside",
        serialization_alias="with.dots.inside",
    )
    host_ip: StrictStr = Field(validation_alias="hostIP", serialization_alias="hostIP")
    pod_cidrs: Optional[List[StrictStr]] = Field(
        default=None,
        validation_alias="podCIDRs",
        serialization_alias="podCIDRs",
    )
    non_resource_urls: Optional[List[StrictStr]] = Field(
        default=None,
        validation_alias="nonResourceURLs",
        serialization_alias="nonResourceURLs",
    )
    api_version: Optional[StrictStr] = Field(
        default=None,
        validation_alias="APIVersion",
        serialization_alias="APIVersion",
    )

    openapi_types = {
        "x_kubernetes_list_type": "str",
        "fields_to_discriminate_by": "Dict[str, str]",
        "with_dots_inside": "str",
        "host_ip": "str",
        "pod_cidrs": "List[str]",
        "non_resource_urls": "List[str]",
        "api_version": "str",
    }

    attribute_map = {
        "x_kubernetes_list_type": "x-kubernetes-list-type",
        "fields_to_discriminate_by": "fields-to-discriminateBy",
        "with_dots_inside": "with.dots.inside",
        "host_ip": "hostIP",
        "pod_cidrs": "podCIDRs",
        "non_resource_urls": "nonResourceURLs",
        "api_version": "APIVersion",
    }
