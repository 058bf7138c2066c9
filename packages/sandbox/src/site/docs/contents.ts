import { type Html, html } from "@varde/bank";
import { type DocumentView, type OperationGroup, operationGroupId } from "./document-view.ts";
import { type SiteSection, siteSections, writtenPages } from "./site-pages.ts";

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

/** Titles that are too long for the menu. */
const menuTitles: Readonly<Record<string, string>> = {
  "/docs/running": "Overview",
  "/docs/reference/start-bank": "startBank",
  "/docs/running/telemetry": "OpenTelemetry",
  "/docs/guides/from-sandbox-to-a-real-bank": "To a real bank",
  "/docs/guides/sandbox-for-others": "A sandbox for others",
  "/docs/guides/core-bank-in-ten-steps": "A core bank in ten steps",
  "/docs/reference/operations": "Operations and limits",
};

export interface MenuItem {
  readonly address: string;
  readonly title: string;
}

/** Lists the pages of a section, those that are generated included. */
export const listMenu = ({ title, address, files }: SiteSection): readonly MenuItem[] => {
  const own: readonly MenuItem[] = [...writtenPages.values()]
    .filter(({ file }) => files.includes(file))
    .map((page) => ({ address: page.address, title: menuTitles[page.address] ?? page.title }));
  if (title !== "Reference") return own;
  return [
    { address, title: "The interface" },
    { address: "/docs/errors", title: "Error codes" },
    { address: "/docs/schemas", title: "Schemas" },
    ...own,
  ];
};

/** Lists every page of the menu but the operations of the interface, in order. */
export const listInOrder = (): readonly MenuItem[] => siteSections.flatMap(listMenu);

/** Shows the list of all pages in the margin; on a narrow screen it is a popover. */
export const showContents = (view: DocumentView, current: string): Html =>
  html`<nav id="contents" popover aria-label="Contents">
<ul class="pages"><li><a href="/docs"${mark(current === "/docs")}>Start</a></li></ul>
${siteSections.map((section) => showSection(section, view, current))}
</nav>`;

const showSection = (section: SiteSection, view: DocumentView, current: string): Html => {
  const items = listMenu(section).map(
    ({ address, title }) =>
      html`<li><a href="${address}"${mark(address === current)}>${title}</a></li>`,
  );
  const groups =
    section.title === "Reference" && view.tags.map(({ name }) => showGroup(name, view, current));
  return html`<h2>${section.title}</h2><ul>${items}</ul>${groups}`;
};

/** Shows the operations of a tag, folded unless the page shows one of them. */
const showGroup = (tag: string, view: DocumentView, current: string): Html => {
  const groups = view.listGroups(tag);
  const isOpen = groups.some(({ id }) => id === operationGroupId(current));
  return html`<details${isOpen && html` open`}><summary>${shortTitle(tag)}
<span class="quiet">${groups.length}</span></summary>
<ul>${groups.map((group) => showItem(group, current))}</ul></details>`;
};

const showItem = ({ id, summary, variants }: OperationGroup, current: string): Html => {
  const [{ operationId, method, deprecated }] = variants;
  return html`<li><a href="/docs/operations/${operationId}"${mark(operationGroupId(current) === id)}>
<span class="method ${method.toLowerCase()}">${shortMethods[method] ?? method}</span>
<span${deprecated && html` class="old"`}>${summary}</span>
</a></li>`;
};

const mark = (isCurrent: boolean): Html | false => isCurrent && html` aria-current="page"`;

const shortMethods: Readonly<Record<string, string>> = { DELETE: "DEL" };
