import { type Html, html } from "@varde/bank";
import { type DocumentView, type OperationGroup, operationGroupId } from "./document-view.ts";
import { guideAddress, guides } from "./guides.ts";

/** Short titles of the groups, for the contents. */
const shortTitles: Readonly<Record<string, string>> = {
  payments: "Payments",
  baskets: "Signing baskets",
  accounts: "Accounts",
  cards: "Card accounts",
  psu: "PSU and consent",
  funds: "Funds",
  tpp: "TPP",
  sandbox: "Test data",
};

export const shortTitle = (tag: string): string => shortTitles[tag] ?? tag;

/** Shows the list of all pages in the margin; on a narrow screen it is a popover. */
export const showContents = (view: DocumentView, current: string): Html =>
  html`<nav id="contents" popover aria-label="Contents">
<form class="search" role="search" hidden>
<label for="search" class="hidden">Search the reference</label>
<input id="search" type="search" autocomplete="off" placeholder="Search  /">
</form>
<p class="found quiet" role="status"></p>
<ul class="pages">
${[
  ["/docs", "Overview"],
  ["/docs/errors", "Error codes"],
  ["/docs/schemas", "Schemas"],
].map(
  ([href = "", title]) => html`<li><a href="${href}"${mark(href === current)}>${title}</a></li>`,
)}
</ul>
<h2>Guides</h2><ul>${[...guides].map(([name, { title }]) => {
    const href = guideAddress(name);
    return html`<li><a href="${href}"${mark(href === current)}>${title}</a></li>`;
  })}</ul>
${view.tags.map(({ name }) => showGroup(name, view, current))}
<div class="further" hidden><h2>Schemas</h2><ul>${view.schemaNames.map(
    (name) => html`<li><a href="/docs/schemas/${name}">${name}</a></li>`,
  )}</ul>
<h2>Error codes</h2><ul>${view.errors.map(
    ({ code }) => html`<li><a href="/docs/errors#${code}">${code}</a></li>`,
  )}</ul></div>
</nav>`;

const showGroup = (tag: string, view: DocumentView, current: string): Html => {
  const items = view.listGroups(tag).map((group) => showItem(group, current));
  return html`<h2>${shortTitle(tag)}</h2><ul>${items}</ul>`;
};

const showItem = ({ id, summary, variants }: OperationGroup, current: string): Html => {
  const [{ operationId, method, path, deprecated }] = variants;
  // The path is included for the search, which uses all text of an entry.
  const found = variants.length > 1 ? path.replace(/^\/v1\/[^/]+\/[^/]+/, "/v1/…/…") : path;
  return html`<li><a href="/docs/operations/${operationId}"${mark(operationGroupId(current) === id)}>
<span class="method ${method.toLowerCase()}">${shortMethods[method] ?? method}</span>
<span${deprecated && html` class="old"`}>${summary}</span>
<span class="hidden">${found}</span>
</a></li>`;
};

const mark = (isCurrent: boolean): Html | false => isCurrent && html` aria-current="page"`;

const shortMethods: Readonly<Record<string, string>> = { DELETE: "DEL" };
