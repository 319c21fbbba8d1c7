"""A shop that uses what changed."""

from kubernetes.client.models import V1alpha1Trial, V1beta1Loaf, V1Oven, V1Shop


def bake(shop: V1Shop) -> V1beta1Loaf:
    V1alpha1Trial(taste="sweet")
    V1Shop(oven=V1Oven(heat=200, fuel="Coal"))
    print(shop.oven.fuel)
    return V1beta1Loaf(api_version="bakery.example.io/v1beta1", kind="Loaf")
