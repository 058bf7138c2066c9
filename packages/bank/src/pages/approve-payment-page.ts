import { html } from "./html/html.ts";
import { decisionButtons, stepForm } from "./parts/form.ts";
import { jointApproval } from "./parts/joint-approval.ts";
import { renderLayout } from "./parts/layout.ts";
import { ownNote } from "./parts/own-note.ts";
import type { ApprovePaymentPage } from "./parts/page-models.ts";
import { paymentDetails } from "./parts/payment-details.ts";
import { requesterBox } from "./parts/requester.ts";
import { sandboxPanel } from "./parts/sandbox-panel.ts";
import { textsByLocale } from "./texts/texts.ts";

export function renderApprovePaymentPage(model: ApprovePaymentPage): string {
  const { frame, form } = model;
  const texts = textsByLocale[frame.locale];
  const content = html`${requesterBox(model.requester, texts, model.onBehalfOf)}
${paymentDetails(model.details, frame.locale)}${jointApproval(model.joint, frame.locale)}
${stepForm(
  form,
  "approve",
  decisionButtons(
    { decision: "approve", label: texts.payment.approve },
    { decision: "refuse", label: texts.payment.refuse },
  ),
)}
${ownNote(frame, "approveNote")}`;
  return renderLayout({
    frame,
    title: texts.payment.title,
    content,
    outside: sandboxPanel(model.sandbox, form, frame.locale),
  });
}
