import { type Html, html } from "@varde/bank";
import { snippetLanguages } from "../snippets/snippet-languages.ts";
import { describeRequest } from "./describe-request.ts";
import type { ShownOperation } from "./document-view.ts";
import { showCode } from "./json-view.ts";

/** Shows the request as a program in each language; one of them is open at a time. */
export const showSnippets = (operation: ShownOperation, bank: string): Html => {
  const request = { bank, ...describeRequest(operation) };
  const hasBraces = /\{\w+\}/.test(JSON.stringify([request.path, request.headers]));
  return html`<section id="code"><h2>In your language</h2>
<p class="quiet">Complete programs that sign the request with the key and certificate that
<code>varde tpp new</code> puts into the folder <code>.varde-tpp</code>.
${hasBraces && html`Replace the names in braces with your own values.`}</p>
<div class="snippets">${snippetLanguages.map(
    ({
      id,
      title,
      file,
      run,
      runInClone,
      write,
    }) => html`<details name="language" data-language="${id}">
<summary>${title}</summary>
<p class="quiet">Save as <code>${file}</code>, then run <code>${run}</code>${
      runInClone !== undefined && html`, in a clone of Varde <code>${runInClone}</code>`
    }</p>
${showCode(write(request))}</details>`,
  )}</div></section>`;
};
