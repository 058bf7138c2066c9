import { html } from "./html/html.ts";
import { batchDetails } from "./parts/batch-details.ts";
import { decisionButtons, stepForm } from "./parts/form.ts";
import { jointApproval } from "./parts/joint-approval.ts";
import { renderLayout } from "./parts/layout.ts";
import { ownNote } from "./parts/own-note.ts";
import type { ApproveBatchPage } from "./parts/page-models.ts";
import { requesterBox } from "./parts/requester.ts";
import { sandboxPanel } from "./parts/sandbox-panel.ts";
import { textsByLocale } from "./texts/texts.ts";

/** Renders the approval of several payments: a signing basket or a bulk payment. */
export function renderApproveBatchPage(model: ApproveBatchPage): string {
  const { frame, form } = model;
  const texts = textsByLocale[frame.locale];
  const count = model.details.rows.length;
  const content = html`${requesterBox(model.requester, texts, model.onBehalfOf)}
${batchDetails(model.details, frame.locale, "sum")}${jointApproval(model.joint, frame.locale)}
${stepForm(
  form,
  "approve",
  decisionButtons(
    { decision: "approve", label: texts.batch.approve(count) },
    { decision: "refuse", label: texts.batch.refuse },
  ),
)}
${ownNote(frame, "approveNote")}`;
  return renderLayout({
    frame,
    title: texts.batch.title(count),
    content,
    outside: sandboxPanel(model.sandbox, form, frame.locale),
    shape: "wide",
  });
}
