import { type Html, html } from "@varde/bank";

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?/g;

/** Shows JSON with its names, strings and numbers highlighted. */
export const showJson = (value: unknown): Html => {
  const text = JSON.stringify(value, undefined, 2);
  const parts: Html[] = [];
  let at = 0;
  for (const found of text.matchAll(token)) {
    const [whole, string, colon] = found;
    parts.push(html`${text.slice(at, found.index)}`);
    if (string !== undefined && colon !== undefined) {
      parts.push(html`<span class="key">${string}</span>${colon}`);
    } else {
      parts.push(html`<span class="${string === undefined ? "literal" : "text"}">${whole}</span>`);
    }
    at = found.index + whole.length;
  }
  // Focusable, so that wide code can be scrolled with the keyboard.
  return html`<pre class="code" tabindex="0"><code>${parts}${text.slice(at)}</code></pre>`;
};

export const showCode = (text: string): Html =>
  html`<pre class="code" tabindex="0"><code>${text}</code></pre>`;
