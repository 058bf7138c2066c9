import { type Html, html } from "./html/html.ts";
import { accountChecklist } from "./parts/account-checklist.ts";
import { batchDetails } from "./parts/batch-details.ts";
import { decisionButtons, stepForm } from "./parts/form.ts";
import { jointApproval } from "./parts/joint-approval.ts";
import { renderLayout } from "./parts/layout.ts";
import type { AppApprovalPage, WaitingApproval } from "./parts/page-models.ts";
import { paymentDetails } from "./parts/payment-details.ts";
import { foreignName, requesterBox } from "./parts/requester.ts";
import { textsByLocale } from "./texts/texts.ts";

/** Renders the PSU's phone as the sandbox imitates it: approvals, each with its own buttons. */
export function renderAppApprovalPage(model: AppApprovalPage): string {
  const { frame, notice } = model;
  const texts = textsByLocale[frame.locale].app;
  const waiting = model.waiting.map((item, index) => waitingItem(model, item, index + 1));
  const content = html`<p class="quiet">${texts.greeting(foreignName(model.psuName))}</p>
${notice && html`<p class="status" role="status">${texts.notices[notice]}</p>`}
${waiting.length > 0 ? waiting : html`<p class="empty">${texts.empty}</p>`}
<p><a href="${model.refreshHref}">${texts.refresh}</a></p>`;
  return renderLayout({
    frame,
    title: texts.title,
    content,
    shape: "phone",
    outside: html`<aside class="beside" aria-label="${texts.mockLabel}"><p>${texts.mock}</p></aside>`,
  });
}

function waitingItem(
  { frame, form, waiting }: AppApprovalPage,
  item: WaitingApproval,
  place: number,
): Html {
  const texts = textsByLocale[frame.locale];
  const { subject } = item;
  const isConsent = subject.kind === "consent";
  const details = isConsent
    ? undefined
    : "rows" in subject.details
      ? batchDetails(subject.details, frame.locale)
      : paymentDetails(subject.details, frame.locale);
  const isOneOfSeveral = waiting.some(
    (one) => one !== item && one.authorisationId === item.authorisationId,
  );
  const privateContext = isOneOfSeveral ? texts.context.private : undefined;
  const { agreementId } = item;
  const isCancellation = subject.kind === "cancellation";
  const buttons = isCancellation ? texts.cancellation : texts.app;
  const heading = `waiting-${place}`;
  const what = texts.app[subject.kind];
  const title = waiting.length > 1 ? texts.app.numbered(what, place, waiting.length) : what;
  return html`<article class="waiting" aria-labelledby="${heading}">
<h2 id="${heading}">${title}</h2>
${requesterBox(item.requester, texts, item.onBehalfOf ?? privateContext)}
${details}
${"joint" in subject && jointApproval(subject.joint, frame.locale)}
${stepForm(
  form,
  "app",
  html`<input type="hidden" name="authorisationId" value="${item.authorisationId}">
${agreementId !== undefined && html`<input type="hidden" name="agreement" value="${agreementId}">`}
${isConsent && accountChecklist(subject.accounts, subject.scope, texts)}
${decisionButtons(
  { decision: "approve", label: buttons.approve },
  { decision: "refuse", label: buttons.refuse },
  heading,
)}`,
)}
</article>`;
}
