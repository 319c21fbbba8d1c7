"""The site: HTML made by Sphinx from pages of facts, which no description can break out of."""
