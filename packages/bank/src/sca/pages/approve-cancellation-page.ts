import { askerBox } from "./asker.ts";
import { batchDetails } from "./batch-details.ts";
import { decisionButtons, stepForm } from "./form.ts";
import { html } from "./html.ts";
import { renderLayout } from "./layout.ts";
import type { ApproveCancellationPage } from "./page-models.ts";
import { paymentDetails } from "./payment-details.ts";
import { sandboxPanel } from "./sandbox-panel.ts";
import { textsByLocale } from "./texts/texts.ts";

export function renderApproveCancellationPage(model: ApproveCancellationPage): string {
  const { frame, form, details } = model;
  const texts = textsByLocale[frame.locale];
  const content = html`${askerBox(model.asker, texts, model.onBehalfOf)}
<p class="lead">${texts.cancellation.lead}</p>
${"rows" in details ? batchDetails(details, frame.locale) : paymentDetails(details, frame.locale)}
${stepForm(
  form,
  "approve",
  decisionButtons(
    { decision: "approve", label: texts.cancellation.approve },
    { decision: "refuse", label: texts.cancellation.refuse },
  ),
)}`;
  return renderLayout({
    frame,
    title: texts.cancellation.title,
    content,
    outside: sandboxPanel(model.sandbox, form, frame.locale),
  });
}
