import { html } from "./html/html.ts";
import { stepForm } from "./parts/form.ts";
import { renderLayout } from "./parts/layout.ts";
import type { WaitPage } from "./parts/page-models.ts";
import { textsByLocale } from "./texts/texts.ts";

/** Renders a page that is loaded again and again while the PSU confirms on another device. */
export function renderWaitPage({ frame, form, refreshHref, code }: WaitPage): string {
  const texts = textsByLocale[frame.locale].wait;
  const content = html`<p class="lead" role="status">${texts.text}</p>
${code && html`<p>${texts.code} <strong>${code}</strong></p>`}
<p><a href="${refreshHref}">${texts.refresh}</a></p>
${
  form &&
  stepForm(
    form,
    "wait",
    html`<p class="buttons">
<button class="secondary" name="decision" value="refuse">${texts.refuse}</button>
</p>`,
  )
}`;
  return renderLayout({ frame, title: texts.title, content });
}
