import { type Html, html } from "@varde/bank";
import { listInOrder, showContents } from "./contents.ts";
import type { DocumentView } from "./document-view.ts";
import { pageAddresses } from "./page-files.ts";

interface Page {
  readonly title: string;
  readonly content: Html;
  readonly view: DocumentView;
  /** The current operation or page, which the contents mark. */
  readonly current?: string;
}

/** Wraps content in a page of the documentation. */
export const framePage = ({ title, content, view, current = "" }: Page): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} – Varde documentation</title>
<link rel="icon" type="image/svg+xml" href="${pageAddresses.mark}">
<link rel="stylesheet" href="${pageAddresses.style}">
<script type="module" src="${pageAddresses.script}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<a class="home" href="/docs"><img src="${pageAddresses.mark}" alt="" width="32" height="32">
<span>Varde <span class="quiet">documentation</span></span></a>
<p class="version">API ${String(view.document.info.version)}</p>
<button class="search-button" type="button" hidden>Search <kbd>/</kbd></button>
${view.hasConsole && html`<a class="console" href="/#/requests">Console</a>`}
<button class="menu" type="button" popovertarget="contents">Contents</button>
</header>
<div class="frame">
${showContents(view, current)}
<main id="content" tabindex="-1">
${content}
${showNeighbours(current)}
</main>
</div>
${searchDialog}
</body>
</html>
`.toString();

/** Shows the pages before and after this one in the order of the menu. */
const showNeighbours = (current: string): Html | false => {
  const pages = [{ address: "/docs", title: "Start" }, ...listInOrder()];
  const at = pages.findIndex(({ address }) => address === current);
  if (at < 0) return false;
  const [before, after] = [pages[at - 1], pages[at + 1]];
  return html`<nav class="neighbours" aria-label="Previous and next page">${
    before && html`<a rel="prev" href="${before.address}"><span>Previous</span>${before.title}</a>`
  }${after && html`<a rel="next" href="${after.address}"><span>Next</span>${after.title}</a>`}</nav>`;
};

/** Opened by a script, which reads the index of the search when it is first used. */
const searchDialog = html`<dialog class="search" aria-label="Search the documentation">
<form role="search" method="dialog">
<label for="search" class="hidden">Search the documentation</label>
<input id="search" type="search" autocomplete="off" spellcheck="false" maxlength="200"
placeholder="Search the documentation"><button type="submit">Close</button></form>
<p class="found quiet" role="status"></p><ol class="results"></ol>
</dialog>`;
