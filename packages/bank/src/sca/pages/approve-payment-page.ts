import { askerBox } from "./asker.ts";
import { decisionButtons, stepForm } from "./form.ts";
import { html } from "./html.ts";
import { renderLayout } from "./layout.ts";
import type { ApprovePaymentPage } from "./page-models.ts";
import { paymentDetails } from "./payment-details.ts";
import { sandboxPanel } from "./sandbox-panel.ts";
import { textsByLocale } from "./texts/texts.ts";

export function renderApprovePaymentPage(model: ApprovePaymentPage): string {
  const { frame, form } = model;
  const texts = textsByLocale[frame.locale];
  const content = html`${askerBox(model.asker, texts, model.onBehalfOf)}
${paymentDetails(model.details, frame.locale)}
${stepForm(
  form,
  "approve",
  decisionButtons(
    { decision: "approve", label: texts.payment.approve },
    { decision: "refuse", label: texts.payment.refuse },
  ),
)}`;
  return renderLayout({
    frame,
    title: texts.payment.title,
    content,
    outside: sandboxPanel(model.sandbox, form, frame.locale),
  });
}
