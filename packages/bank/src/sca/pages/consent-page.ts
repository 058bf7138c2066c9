import { type Html, html } from "./html/html.ts";
import type { ConsentPage } from "./models/page-models.ts";
import { decisionButtons, stepForm } from "./parts/form.ts";
import { formatAccount } from "./parts/format-account.ts";
import { formatDay } from "./parts/format-day.ts";
import { renderLayout } from "./parts/layout.ts";
import { foreignName, requesterBox, requesterName } from "./parts/requester.ts";
import { sandboxPanel } from "./parts/sandbox-panel.ts";
import { type Texts, textsByLocale } from "./texts/texts.ts";

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
  html`${accountChecklist(model, texts)}
<ul class="terms">
<li>${texts.consent.duration(model.validDays, formatDay(model.validUntil, texts))}</li>
<li>${scope.limit}</li>
${model.accounts.some(({ isOpen }) => isOpen) && html`<li>${texts.consent.revoking}</li>`}
</ul>
${decisionButtons(
  { decision: "approve", label: texts.consent.approve },
  { decision: "refuse", label: texts.consent.refuse },
)}`,
)}`;
  return renderLayout({
    frame,
    title: scope.title,
    content,
    outside: sandboxPanel(model.sandbox, form, frame.locale),
  });
}

function accountChecklist({ accounts, scope }: ConsentPage, { consent }: Texts): Html {
  if (accounts.length === 0) return html`<p>${consent.none}</p>`;
  const rows = accounts.map(
    ({ id, name, number, isGranted, isOpen }) =>
      html`<label class="choice">
<input type="checkbox" name="account" value="${id}"${isGranted && html` checked`}>
<span><bdi>${name}</bdi> <span class="number under">${formatAccount(number)}</span></span>
${isOpen && html`<span class="tag">${consent.scopes[scope].open}</span>`}</label>`,
  );
  return html`<fieldset><legend>${consent.accounts}</legend>${rows}</fieldset>`;
}
