// What somebody in front of this page would complain about: one line each, equal ones once.
() => {
  "use strict";
  const screen = document.documentElement.classList.contains("screen");
  const wide = innerWidth, high = innerHeight, found = new Map();
  const named = element => {
    const name = one => one.localName + (one.id && !/\d/.test(one.id) ? `#${one.id}` : "")
      + [...one.classList].slice(0, 3).map(each => `.${each}`).join("");
    return element.parentElement ? `${name(element.parentElement)} > ${name(element)}` : name(element);
  };
  const complain = (what, element, text = "") => {
    const line = `${what}: ${named(element)}`;
    if (!found.has(line)) found.set(line, text.trim().replace(/\s+/g, " ").slice(0, 40));
  };
  const inside = element => {   // hidden from the eye on purpose, or drawn in a picture
    if (element.closest(".vh, svg, dialog:not([open]), [hidden], template, .skip, .scene, noscript")) return false;
    for (let up = element; up !== document.body; up = up.parentElement) {   // said, not shown
      const box = up.getBoundingClientRect();
      if (box.width <= 2 && box.height <= 2 && getComputedStyle(up).overflowX !== "visible") return false;
    }
    const style = getComputedStyle(element);
    return style.visibility !== "hidden" && style.display !== "none" && Number(style.opacity) > 0.05
      && element.checkVisibility({opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true});
  };

  const ids = new Set();
  for (const element of document.querySelectorAll("[id]")) {
    if (ids.has(element.id)) complain(`the id ${element.id} twice`, element);
    ids.add(element.id);
  }
  if (document.scrollingElement.scrollWidth > wide + 1) complain("scrolls sideways", document.body);
  if (screen && document.scrollingElement.scrollHeight > high + 1) complain("does not fit the screen", document.body,
    `${document.scrollingElement.scrollHeight} px`);

  // every piece of text, where it stands
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || /^(script|style|template|option)$/.test(element.localName) || !inside(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    let box = range.getBoundingClientRect();
    if (!screen && getComputedStyle(element).webkitLineClamp !== "none") box = element.getBoundingClientRect();   // ends in dots
    if (box.width < 1 || box.height < 1) continue;
    texts.push({node, element, box, text: node.data});
  }
  for (const {element, box, text} of texts) {
    const style = getComputedStyle(element), size = parseFloat(style.fontSize);
    const square = element.closest("[data-small]");   // numbers on plain squares, index of a card that is drawn small
    if (screen && size < 25.9 && !square) complain(`${Math.floor(size)} px, less than 26`, element, text);
    if (!screen && size < 12.9 && !square) complain(`${Math.floor(size)} px, less than 13`, element, text);
    if (box.left < -1 || (box.right > wide + 1)) {
      let scrolls = element;   // what lies in a strip that scrolls can be reached
      while (scrolls && !/(auto|scroll)/.test(getComputedStyle(scrolls).overflowX)) scrolls = scrolls.parentElement;
      if (!scrolls || screen) complain("beyond the side", element, text);
    }
    if (screen && (box.top < -1 || box.bottom > high + 1)) complain("beyond the edge", element, text);
    // cut off by something that hides what does not fit
    for (let box_ = element; box_ && box_ !== document.body; box_ = box_.parentElement) {
      const around = getComputedStyle(box_);
      if (!/(hidden|clip)/.test(around.overflowX + around.overflowY)) continue;
      const edge = box_.getBoundingClientRect();
      const cut = box.right > edge.right + 2 || box.left < edge.left - 2 || box.bottom > edge.bottom + 3 || box.top < edge.top - 3;
      if (cut && !element.closest(".disc")) { complain("cut off", element, text); break; }
    }
    if (style.textOverflow === "ellipsis" && element.scrollWidth > element.clientWidth + 1 && screen)
      complain("ends in dots", element, text);
  }

  // texts that lie over one another, and what covers them
  if (screen) {
    for (const {element, box, text} of texts) {
      if (box.left < 0 || box.top < 0 || box.right > wide || box.bottom > high) continue;
      const top = document.elementsFromPoint(box.left + box.width / 2, box.top + box.height / 2)
        .find(one => getComputedStyle(one).pointerEvents !== "none");
      if (top && top !== element && !top.contains(element) && !element.contains(top) && !top.closest("svg, label"))
        complain(`covered by ${named(top)}`, element, text);
    }
  }
  for (let one = 0; one < texts.length; one++) {
    for (let other = one + 1; other < texts.length; other++) {
      const a = texts[one], b = texts[other];
      if (a.element.contains(b.element) || b.element.contains(a.element)) continue;
      const wider = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const higher = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      const least = Math.min(a.box.height, b.box.height);
      const fixed = element => {
        for (let up = element; up; up = up.parentElement) if (/fixed|sticky/.test(getComputedStyle(up).position)) return true;
        return false;
      };
      if (wider > 3 && higher > 0.35 * least && fixed(a.element) === fixed(b.element))
        complain(`lies over ${named(b.element)}`, a.element, `${a.text} / ${b.text}`);
    }
  }

  // what a thumb must hit
  if (!screen) {
    for (const target of document.querySelectorAll("button, a.btn, input:not([type=hidden]), select, summary, label:has(input)")) {
      if (!inside(target) || target.closest("p, .quiet")) continue;
      const box = (target.matches("input") && target.closest("label") || target).getBoundingClientRect();
      if (box.width > 1 && box.height > 1 && (box.width < 43 || box.height < 43) && !target.matches("input.vh, .vh input"))
        complain(`${Math.round(box.width)} x ${Math.round(box.height)} px to hit`, target, target.textContent);
    }
  }
  return [...found].map(([line, text]) => (text ? `${line}: “${text}”` : line));
}
