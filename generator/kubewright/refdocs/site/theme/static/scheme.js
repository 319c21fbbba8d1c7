// Sets the chosen colours before the page is drawn, so that nothing flashes.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem("kubewright-scheme");
  } catch {
    // Storage may be closed to pages of the file system: the system's colours serve then.
  }
  if (chosen === "dark" || chosen === "light") {
    document.documentElement.dataset.scheme = chosen;
  }
  document.documentElement.classList.add("scripts");
})();
