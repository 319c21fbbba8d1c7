"""kubewright: Kubernetes definitions in; Python models, docs and drift reports out."""

__version__ = "0.1.0"
