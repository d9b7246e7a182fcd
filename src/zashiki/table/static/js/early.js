// Runs before the page is drawn, so that colours and motion are right from the first moment.
(() => {
  const root = document.documentElement;
  try {
    const theme = localStorage.getItem("zashiki.theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    root.dataset.motion = localStorage.getItem("zashiki.motion") || "normal";
  } catch {
    root.dataset.motion = "normal";
  }
})();
