"use strict";
// The state of the filters lives in the hash, so that a link shows what its sender saw.
(() => {
  const form = document.getElementById("filters");
  const cards = [...document.querySelectorAll(".card")];
  const texts = new Map(cards.map((card) => [card, card.textContent.toLowerCase()]));
  const CHOICES = ["group", "stability", "id"];
  const LINK = /^#c-[0-9a-f]+$/;

  function state() {
    const found = new URLSearchParams();
    for (const [name, value] of new FormData(form)) {
      if (value) found.append(name, value);
    }
    return found;
  }

  function matches(card, wanted, words) {
    const severities = wanted.getAll("severity");
    if (severities.length && !severities.includes(card.dataset.severity)) return false;
    if (wanted.get("used") && !card.dataset.used) return false;
    if (!CHOICES.every((name) => !wanted.get(name) || wanted.get(name) === card.dataset[name])) {
      return false;
    }
    return words.every((word) => texts.get(card).includes(word));
  }

  function apply() {
    const wanted = state();
    const words = (wanted.get("q") || "").toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const card of cards) {
      card.hidden = !matches(card, wanted, words);
      shown += card.hidden ? 0 : 1;
    }
    for (const section of document.querySelectorAll("main section")) {
      const left = section.querySelectorAll(".card:not([hidden])").length;
      section.hidden = left === 0;
      section.querySelector(".count").textContent = left;
    }
    document.getElementById("shown").textContent = `${shown} of ${cards.length} shown`;
  }

  function save() {
    const text = state().toString();
    history.replaceState(null, "", text ? `#${text}` : location.pathname + location.search);
    apply();
  }

  function open() {
    const card = document.getElementById(location.hash.slice(1));
    form.reset();
    apply();
    card.open = true;
    card.scrollIntoView({ block: "center" });
  }

  function load() {
    if (LINK.test(location.hash) && document.getElementById(location.hash.slice(1))) {
      open();
      return;
    }
    const wanted = new URLSearchParams(location.hash.slice(1));
    for (const field of form.elements) {
      if (field.type === "checkbox") field.checked = wanted.getAll(field.name).includes(field.value);
      else if (field.name) field.value = wanted.get(field.name) || "";
    }
    apply();
  }

  form.hidden = false;
  form.addEventListener("input", save);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(save));
  addEventListener("hashchange", load);
  load();
})();
