import assert from "node:assert/strict";
import { html } from "./html/html.ts";
import { renderLayout } from "./parts/layout.ts";
import type { EidRedirectPage } from "./parts/page-models.ts";
import { textsByLocale } from "./texts/texts.ts";

/**
 * Renders a page that continues to the eID by meta refresh, as the page does that ends an SCA. It
 * may also lead to the path of the bank at which the eID begins.
 */
export function renderEidRedirectPage({ frame, href }: EidRedirectPage): string {
  const texts = textsByLocale[frame.locale].eidRedirect;
  const address = href.startsWith("/") ? href : webAddress(href);
  const content = html`<p class="lead">${texts.text}</p>
<p class="buttons">
<a class="primary" href="${address}" rel="noreferrer"><span>${texts.link}</span></a>
</p>`;
  return renderLayout({
    frame,
    title: texts.title,
    content,
    head: html`<meta http-equiv="refresh" content="0; url=${address}">`,
    referrer: href.startsWith("/") ? "same-origin" : "no-referrer",
  });
}

const webAddress = (address: string): string => {
  const { href, protocol } = new URL(address);
  assert(["https:", "http:"].includes(protocol), "the PSU is only sent to a web address");
  return href;
};
