import { prepareSections, rankSections, readWords } from "./rank-sections.js";

const shownMax = 20;
const excerptCharacters = 160;

let loading;

/** Reads the index once; after a failure, the next search tries again. */
const load = () => {
  loading ??= fetch(new URL("search-index.json", import.meta.url))
    .then((response) => response.json())
    .then(prepareSections);
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
};

/** Opens the search, which reads its index from a file when it is first used. */
export const startSearch = () => {
  const dialog = document.querySelector("dialog.search");
  const input = dialog.querySelector("input");
  const found = dialog.querySelector(".found");
  const results = dialog.querySelector(".results");
  const button = document.querySelector(".search-button");
  const open = () => {
    // On a narrow screen the contents may be open, above everything else.
    const contents = document.querySelector("#contents");
    if (contents.matches(":popover-open")) contents.hidePopover();
    if (!dialog.open) dialog.showModal();
    input.select();
    load().catch(() => undefined);
  };
  const search = async () => {
    const question = input.value;
    try {
      const ranked = rankSections(await load(), question);
      // Somebody has typed on while the index was loading.
      if (question !== input.value) return;
      const parts = readWords(question);
      results.replaceChildren(
        ...ranked.slice(0, shownMax).map((section) => showSection(section, parts)),
      );
      found.textContent = parts.length === 0 ? "" : `${ranked.length || "Nothing"} found`;
    } catch {
      found.textContent = "The index of the search could not be loaded.";
    }
  };

  button.hidden = false;
  button.addEventListener("click", open);
  input.addEventListener("input", search);
  dialog.querySelector("form").addEventListener("submit", (event) => {
    const first = results.querySelector("a");
    if (event.submitter?.matches(":focus") || first === null) return;
    event.preventDefault();
    first.click();
  });
  // A link to another place on the same page does not load a page.
  results.addEventListener("click", (event) => {
    if (event.target.closest("a") !== null) dialog.close();
  });
  dialog.addEventListener("keydown", (event) => moveFocus(event, input, results));
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.closest("input, textarea, select") !== null;
    const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey;
    const isCommand = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
    if (!(isCommand || (isSlash && !isTyping))) return;
    event.preventDefault();
    open();
  });
  showCurrent();
};

/** Moves with the arrow keys between the field and the results. */
const moveFocus = (event, input, results) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const places = [input, ...results.querySelectorAll("a")];
  const next = places[places.indexOf(document.activeElement) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
};

const make = (tag, className, ...children) => {
  const element = document.createElement(tag);
  if (className !== "") element.className = className;
  element.append(...children);
  return element;
};

const showSection = ({ address, id, title, heading, kind, text }, parts) => {
  const link = make("a", "");
  link.href = new URL(`../${address}${id === "" ? "" : `#${id}`}`, import.meta.url).href;
  const name = heading === "" || heading === title ? title : `${title} › ${heading}`;
  link.append(
    make("span", "name", ...markWords(name, parts)),
    make("span", "kind", kind),
    make("span", "excerpt", ...markWords(excerpt(text, parts), parts)),
  );
  return make("li", "", link);
};

const wordPattern = /[\p{L}\p{N}_]+/gu;

/** Lists the words of a text that were searched for. */
const findWords = (text, parts) =>
  [...text.matchAll(wordPattern)].filter(([word]) =>
    parts.some((part) => word.toLowerCase().startsWith(part)),
  );

/** Returns the part of the text around the first word that was found. */
const excerpt = (text, parts) => {
  const at = findWords(text, parts)[0]?.index ?? 0;
  const start = at < excerptCharacters / 2 ? 0 : text.indexOf(" ", at - excerptCharacters / 3);
  const end = start + excerptCharacters;
  return `${start > 0 ? "…" : ""}${text.slice(start, end)}${end < text.length ? "…" : ""}`;
};

/** Splits a text into the words that were found, which are marked, and the text between them. */
const markWords = (text, parts) => {
  const pieces = [];
  let at = 0;
  for (const { 0: word, index } of findWords(text, parts)) {
    pieces.push(text.slice(at, index), make("mark", "", word));
    at = index + word.length;
  }
  return [...pieces, text.slice(at)];
};

/** Scrolls the contents to the current page. */
const showCurrent = () => {
  const contents = document.querySelector("#contents");
  const current = contents.querySelector("[aria-current]");
  if (current !== null && current.offsetTop > contents.clientHeight - 80) {
    contents.scrollTop = current.offsetTop - contents.clientHeight / 2;
  }
};
