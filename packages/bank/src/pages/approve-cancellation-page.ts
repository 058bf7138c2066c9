import { html } from "./html/html.ts";
import { batchDetails } from "./parts/batch-details.ts";
import { decisionButtons, stepForm } from "./parts/form.ts";
import { renderLayout } from "./parts/layout.ts";
import { ownNote } from "./parts/own-note.ts";
import type { ApproveCancellationPage } from "./parts/page-models.ts";
import { paymentDetails } from "./parts/payment-details.ts";
import { requesterBox } from "./parts/requester.ts";
import { sandboxPanel } from "./parts/sandbox-panel.ts";
import { textsByLocale } from "./texts/texts.ts";

export function renderApproveCancellationPage(model: ApproveCancellationPage): string {
  const { frame, form, details } = model;
  const texts = textsByLocale[frame.locale];
  const content = html`${requesterBox(model.requester, texts, model.onBehalfOf)}
<p class="lead">${texts.cancellation.lead}</p>
${"rows" in details ? batchDetails(details, frame.locale) : paymentDetails(details, frame.locale)}
${stepForm(
  form,
  "approve",
  decisionButtons(
    { decision: "approve", label: texts.cancellation.approve },
    { decision: "refuse", label: texts.cancellation.refuse },
  ),
)}
${ownNote(frame, "approveNote")}`;
  return renderLayout({
    frame,
    title: texts.cancellation.title,
    content,
    outside: sandboxPanel(model.sandbox, form, frame.locale),
  });
}
