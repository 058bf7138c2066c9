import { html } from "./html/html.ts";
import { accountChecklist } from "./parts/account-checklist.ts";
import { decisionButtons, stepForm } from "./parts/form.ts";
import { formatDay } from "./parts/format-day.ts";
import { renderLayout } from "./parts/layout.ts";
import { ownNote } from "./parts/own-note.ts";
import type { ConsentPage } from "./parts/page-models.ts";
import { foreignName, requesterBox, requesterName } from "./parts/requester.ts";
import { sandboxPanel } from "./parts/sandbox-panel.ts";
import { textsByLocale } from "./texts/texts.ts";

/** Renders the checklist of a bank-offered consent. Removing a tick revokes access. */
export function renderConsentPage(model: ConsentPage): string {
  const { frame, form } = model;
  const texts = textsByLocale[frame.locale];
  const scope = texts.consent.scopes[model.scope];
  const who = html`<strong>${foreignName(requesterName(model.requester))}</strong>`;
  const content = html`${requesterBox(model.requester, texts, model.onBehalfOf)}
<p class="lead">${scope.lead(who)}</p>
${stepForm(
  form,
  "consent",
  html`${accountChecklist(model.accounts, model.scope, texts)}
<ul class="terms">
<li>${texts.consent.duration(model.validDays, formatDay(model.validUntil, texts))}</li>
<li>${scope.limit}</li>
${model.accounts.some(({ isOpen }) => isOpen) && html`<li>${texts.consent.revoking}</li>`}
</ul>
${decisionButtons(
  { decision: "approve", label: texts.consent.approve },
  { decision: "refuse", label: texts.consent.refuse },
)}`,
)}
${ownNote(frame, "consentNote")}`;
  return renderLayout({
    frame,
    title: scope.title,
    content,
    outside: sandboxPanel(model.sandbox, form, frame.locale),
  });
}
