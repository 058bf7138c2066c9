/** Filters the contents to the entries that contain every word. */
export const startSearch = () => {
  const contents = document.querySelector("#contents");
  const form = contents.querySelector(".search");
  const input = form.querySelector("input");
  const found = contents.querySelector(".found");
  const further = contents.querySelector(".further");
  const lists = [...contents.querySelectorAll("ul")];
  const entries = [...contents.querySelectorAll("li")].map((item) => ({
    item,
    text: item.textContent.replace(/\s+/g, " ").toLowerCase(),
  }));

  const narrow = () => {
    const words = input.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    for (const { item, text } of entries) item.hidden = !words.every((word) => text.includes(word));
    further.hidden = words.length === 0;
    for (const list of lists) {
      const isEmpty = !list.querySelector(":scope > li:not([hidden])");
      list.hidden = isEmpty;
      if (list.previousElementSibling?.tagName === "H2")
        list.previousElementSibling.hidden = isEmpty;
    }
    const count = entries.filter(({ item }) => !item.hidden).length;
    found.textContent = words.length === 0 ? "" : `${count || "Nothing"} found`;
  };

  form.hidden = false;
  input.addEventListener("input", narrow);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const first = entries.find(({ item }) => !item.hidden);
    if (input.value.trim() !== "" && first !== undefined) first.item.querySelector("a").click();
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.closest("input, textarea, select") !== null;
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    // On a narrow screen the contents are a closed popover.
    if (contents.matches("[popover]:not(:popover-open)") && input.offsetParent === null) {
      contents.showPopover();
    }
    input.focus();
  });
  const current = contents.querySelector("[aria-current]");
  if (current !== null && current.offsetTop > contents.clientHeight - 80) {
    contents.scrollTop = current.offsetTop - contents.clientHeight / 2;
  }
};
