import { type Html, html } from "@varde/bank";
import { showContents } from "./contents.ts";
import type { DocumentView } from "./document-view.ts";
import { pageAddresses } from "./page-files.ts";

interface Page {
  readonly title: string;
  readonly content: Html;
  readonly view: DocumentView;
  /** The current operation or page, which the contents mark. */
  readonly current?: string;
}

/** Wraps content in a page of the reference. */
export const framePage = ({ title, content, view, current = "" }: Page): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} – Varde reference</title>
<link rel="icon" type="image/svg+xml" href="${pageAddresses.mark}">
<link rel="stylesheet" href="${pageAddresses.style}">
<script type="module" src="${pageAddresses.script}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<a class="home" href="/docs"><img src="${pageAddresses.mark}" alt="" width="32" height="32">
<span>Varde <span class="quiet">reference</span></span></a>
<p class="version">API ${String(view.document.info.version)}</p>
<button class="menu" type="button" popovertarget="contents">Contents</button>
</header>
<div class="frame">
${showContents(view, current)}
<main id="content" tabindex="-1">
${content}
</main>
</div>
</body>
</html>
`.toString();
