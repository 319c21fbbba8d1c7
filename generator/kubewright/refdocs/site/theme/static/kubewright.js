"use strict";

(() => {
  const root = document.documentElement;

  const isDark = () =>
    root.dataset.scheme
      ? root.dataset.scheme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;

  const scheme = () => {
    const button = document.querySelector(".scheme-button");
    const label = () => {
      button.firstChild.data = isDark() ? "Light" : "Dark";
    };
    button.addEventListener("click", () => {
      root.dataset.scheme = isDark() ? "light" : "dark";
      try {
        localStorage.setItem("kubewright-scheme", root.dataset.scheme);
      } catch {
        // The choice lasts for this page only.
      }
      label();
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", label);
    label();
  };

  const menu = () => {
    const button = document.querySelector(".menu-button");
    const toggle = (open) => {
      button.setAttribute("aria-expanded", String(open));
      document.body.classList.toggle("menu-open", open);
    };
    button.addEventListener("click", () =>
      toggle(button.getAttribute("aria-expanded") !== "true"),
    );
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") toggle(false);
    });
    // Only the sidebar scrolls: scrollIntoView would move the page as well.
    const sidebar = document.querySelector(".sidebar");
    const marked = [...sidebar.querySelectorAll("[aria-current]")];
    const current = marked.pop();
    const far = current && current.offsetTop > sidebar.clientHeight * 0.8;
    if (far) sidebar.scrollTop = current.offsetTop - sidebar.clientHeight / 3;
  };

  // releases.js lists what is built beside this release, newest first.
  const releases = () => {
    const switcher = document.querySelector(".releases");
    const list = switcher.querySelector("ul");
    const { release, page } = switcher.dataset;
    const known = window.KUBEWRIGHT_RELEASES || [];
    const home = `${root.dataset.content_root}../`;
    if (known.length) list.replaceChildren();
    for (const other of known) {
      const there = other.pages.includes(page) ? `${page}.html` : "index.html";
      const link = document.createElement("a");
      link.href = `${home}${encodeURIComponent(other.name)}/${there}`;
      link.textContent = other.name;
      if (other.name === release) link.setAttribute("aria-current", "true");
      else if (!other.pages.includes(page)) link.textContent += " (no such page: start)";
      list.appendChild(document.createElement("li")).appendChild(link);
    }
    document.addEventListener("click", (event) => {
      if (!switcher.contains(event.target)) switcher.open = false;
    });
    switcher.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      switcher.open = false;
      switcher.querySelector("summary").focus();
    });
  };

  const copyButtons = () => {
    for (const block of document.querySelectorAll("div.highlight")) {
      const code = block.querySelector("pre");
      const button = document.createElement("button");
      button.type = "button";
      button.className = "copy";
      button.textContent = "Copy";
      button.addEventListener("click", async () => {
        button.textContent = (await copy(code.textContent)) ? "Copied" : "Press Ctrl+C";
        setTimeout(() => (button.textContent = "Copy"), 2000);
      });
      block.append(button);
      code.tabIndex = 0;
    }
  };

  // Pages of the file system may have no clipboard: the text is selected there.
  const copy = async (text) => {
    const field = document.createElement("textarea");
    field.value = text.trimEnd();
    try {
      await navigator.clipboard.writeText(field.value);
      return true;
    } catch {
      document.body.append(field);
      field.select();
      const done = document.execCommand("copy");
      field.remove();
      return done;
    }
  };

  const tabs = (group, number) => {
    const panels = [...group.children].filter((child) => child.matches(".tab"));
    const bar = document.createElement("div");
    bar.className = "tab-bar";
    bar.setAttribute("role", "tablist");
    bar.setAttribute("aria-label", "Forms");
    const show = (chosen, focus) => {
      panels.forEach((panel, index) => {
        const tab = bar.children[index];
        tab.setAttribute("aria-selected", String(index === chosen));
        tab.tabIndex = index === chosen ? 0 : -1;
        panel.hidden = index !== chosen;
      });
      if (focus) bar.children[chosen].focus();
    };
    panels.forEach((panel, index) => {
      const title = panel.querySelector(".tab-title");
      const tab = document.createElement("button");
      tab.type = "button";
      tab.textContent = title.textContent;
      title.hidden = true;
      tab.id = `tab-${number}-${index}`;
      panel.id = `panel-${number}-${index}`;
      tab.setAttribute("role", "tab");
      tab.setAttribute("aria-controls", panel.id);
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", tab.id);
      tab.addEventListener("click", () => show(index, false));
      bar.append(tab);
    });
    bar.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const now = [...bar.children].indexOf(document.activeElement);
      show((now + step + panels.length) % panels.length, true);
    });
    group.prepend(bar);
    show(0, false);
  };

  // A screen reader hears how many pages were found, and not all of them.
  const searchStatus = () => {
    const results = document.getElementById("search-results");
    if (!results) return;
    const status = document.getElementById("search-status");
    new MutationObserver(() => {
      const told = results.querySelector(".search-summary");
      if (told && told.textContent !== status.textContent) status.textContent = told.textContent;
    }).observe(results, { childList: true, subtree: true });
  };

  scheme();
  menu();
  searchStatus();
  releases();
  document.querySelectorAll(".tabs").forEach(tabs);
  copyButtons();
  // Without a server no page can fetch another one for a preview of its text.
  if (location.protocol === "file:" && typeof DOCUMENTATION_OPTIONS !== "undefined") {
    DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
  }
})();
