"""`python -m kubewright` is the `kubewright` command."""

from kubewright.cli.app import main

if __name__ == "__main__":
    main()
