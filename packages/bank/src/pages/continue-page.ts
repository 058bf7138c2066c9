import assert from "node:assert/strict";
import { html } from "./html/html.ts";
import { checkIcon, noticeIcon } from "./html/icons.ts";
import { renderLayout } from "./parts/layout.ts";
import type { ContinuePage } from "./parts/page-models.ts";
import { foreignName, requesterName } from "./parts/requester.ts";
import { textsByLocale } from "./texts/texts.ts";

/**
 * Renders a page that continues to the TPP by meta refresh, because `form-action 'self'` would
 * block a redirect after a form. A delay of zero leaves no entry in the browser's history.
 */
export function renderContinuePage(model: ContinuePage): string {
  const { frame, outcome } = model;
  const texts = textsByLocale[frame.locale].continue;
  const address = new URL(model.href);
  assert(["https:", "http:"].includes(address.protocol), "the PSU is only sent to a web address");
  const isApproved = outcome === "approved" || outcome === "waits-for-others";
  const who = foreignName(requesterName(model.requester));
  const content = html`<div class="outcome">${isApproved ? checkIcon : noticeIcon}
<p class="lead">${texts.outcomes[outcome].text}</p></div>
<p>${texts.redirecting(html`<strong>${who}</strong>`)}</p>
<p class="buttons">
<a class="primary" href="${address.href}" rel="noreferrer"><span>${texts.link(who)}</span></a>
</p>`;
  return renderLayout({
    frame,
    title: texts.outcomes[outcome].title,
    content,
    head: html`<meta http-equiv="refresh" content="0; url=${address.href}">`,
    referrer: "no-referrer",
  });
}
