import { type Html, html } from "@varde/bank";
import { listMenu } from "./contents.ts";
import type { DocumentView } from "./document-view.ts";
import { framePage } from "./frame-page.ts";
import { type Heading, listHeadings, renderMarkdown } from "./render-markdown.ts";
import { resolveLink, type SiteSection, siteSections, writtenPages } from "./site-pages.ts";

/** Shows where to start, and the sections of the documentation with their pages. */
export const startPage = (view: DocumentView): string =>
  framePage({
    title: "Start",
    view,
    current: "/docs",
    content: html`<h1>Documentation</h1>
<p class="lead">Varde is the open-banking side of a Norwegian bank. Build your TPP against a
complete bank on your own machine, and then connect it to a real one.</p>
<ul class="cards starts">
<li><h2><a href="/docs/guides/first-payment">A first payment</a></h2><p>Ten minutes from
nothing to a settled payment, on the command line and in code.</p></li>
<li><h2><a href="/docs/guides/signing">Sign your requests</a></h2><p>Which headers are signed,
and how. With vectors that test your own code.</p></li>
<li><h2><a href="/docs/reference">Look up an operation</a></h2><p>Every operation, field and
error code, with a request in your language.</p></li>
</ul>
${siteSections.map(
  (section) => html`<section class="group"><h2 id="${section.title.toLowerCase()}"><a
href="${section.address}">${section.title}</a></h2><p class="quiet">${section.about}</p>
${listPages(section)}</section>`,
)}`,
  });

const listPages = (section: SiteSection): Html =>
  html`<ul class="listed">${listMenu(section).map(
    ({ address, title }) =>
      html`<li><a href="${address}">${title}</a> <span class="quiet">${
        writtenPages.get(address)?.summary ?? generated[address]
      }</span></li>`,
  )}</ul>`;

/** Summaries of the pages that are generated. */
const generated: Readonly<Record<string, string>> = {
  "/docs/reference": "What to know before the first request, and all operations.",
  "/docs/errors": "What each code of a tppMessage means, and what to do about it.",
  "/docs/schemas": "Bodies and the values in them, by name.",
};

/** Shows the pages of a section, or returns undefined if no section has this address. */
export const sectionPage = (address: string, view: DocumentView): string | undefined => {
  const section = siteSections.find((each) => each.address === address);
  if (section === undefined) return undefined;
  return framePage({
    title: section.title,
    view,
    content: html`<h1>${section.title}</h1><p class="lead">${section.about}</p>
${listPages(section)}`,
  });
};

/** Shows a page that is written in Markdown, or returns undefined if there is none. */
export const writtenPage = (
  address: string,
  view: DocumentView,
  /** Markdown in place of what is written there. */
  ownText?: string,
): string | undefined => {
  const page = writtenPages.get(address);
  if (page === undefined) return undefined;
  const text = ownText ?? page.text;
  const linkTo = (target: string) => resolveLink(target, page.file);
  const headings = listHeadings(text);
  const content = html`<div class="${headings.length > 1 && "with-headings"}">
<article class="guide">${renderMarkdown(text, linkTo)}</article>
${headings.length > 1 && showHeadings(headings)}</div>`;
  return framePage({ title: page.title, view, current: address, content });
};

const showHeadings = (headings: readonly Heading[]): Html =>
  html`<nav class="headings" aria-label="On this page"><h2>On this page</h2><ul>${headings.map(
    ({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`,
  )}</ul></nav>`;
