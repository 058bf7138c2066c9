/** Adds a button to every block of code that copies it, where the browser allows that. */
export const addCopyButtons = () => {
  if (navigator.clipboard === undefined) return;
  for (const code of document.querySelectorAll("main pre.code")) {
    const frame = document.createElement("div");
    frame.className = "copied";
    code.replaceWith(frame);
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    frame.append(code, button);
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(code.textContent);
        button.textContent = "Copied";
      } catch {
        button.textContent = "Not allowed";
      }
      setTimeout(() => {
        button.textContent = "Copy";
      }, 2_000);
    });
  }
};
