// Inviting: the phone's own way of sharing where it has one, and the link to copy. On plain http:// addresses browsers
// give neither away: then the link stands there selected.
(() => {
  "use strict";
  const copied = async field => {
    try { await navigator.clipboard.writeText(field.value); return true; } catch { /* the old way */ }
    field.closest("[hidden]")?.removeAttribute("hidden");
    field.focus();
    field.select();
    return document.execCommand("copy");
  };
  document.addEventListener("click", async event => {
    const share = event.target.closest("[data-share]"), copy = event.target.closest("[data-copy]");
    if (share) navigator.share({title: document.title, url: share.dataset.share}).catch(() => {});
    if (copy && await copied(copy.closest(".invite").querySelector("input"))) {
      copy.querySelector("span").textContent = copy.dataset.done;
    }
  });
  document.addEventListener("DOMContentLoaded", () => {
    for (const button of document.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
  });
})();
