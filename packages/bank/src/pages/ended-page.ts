import { html } from "./html/html.ts";
import { noticeIcon } from "./html/icons.ts";
import { renderLayout } from "./parts/layout.ts";
import type { EndedPage } from "./parts/page-models.ts";
import { textsByLocale } from "./texts/texts.ts";

/** Renders the last page, which says what happened and what to do, and has no links. */
export function renderEndedPage(model: EndedPage): string {
  const { frame, reference } = model;
  const texts = textsByLocale[frame.locale].ended;
  const reason = texts.reasons[model.reason];
  const quoted =
    reference !== undefined &&
    html`<p class="quiet">${texts.reference}: <span class="number">${reference}</span></p>`;
  const content = html`<div class="outcome">${noticeIcon}
<p class="lead">${reason.text}</p></div>
<h2>${texts.whatToDo}</h2>
<p>${reason.todo}</p>
${quoted}`;
  return renderLayout({ frame, title: reason.title, content });
}
