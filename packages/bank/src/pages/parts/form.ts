import { type Html, html } from "../html/html.ts";
import type { Decision, PageForm, Step } from "./page-models.ts";

/** Renders a form that continues the SCA. The step says which page it is on. */
export function stepForm(form: PageForm, step: Step, fields: Html): Html {
  return html`<form method="post" action="${form.action}">
<input type="hidden" name="csrf" value="${form.csrf}">
<input type="hidden" name="step" value="${step}">
${fields}
</form>`;
}

type Choice = { decision: Decision; label: string };

/** Renders the approving button first, so that the Enter key in a field presses it. */
export function decisionButtons(yes: Choice, no?: Choice, describedBy?: string): Html {
  const description = describedBy !== undefined && html` aria-describedby="${describedBy}"`;
  const wayBack =
    no &&
    html`<button class="secondary" name="decision" value="${no.decision}"
 formnovalidate${description}>${no.label}</button>`;
  return html`<p class="buttons">
<button class="primary" name="decision" value="${yes.decision}"${description}>${yes.label}</button>
${wayBack}
</p>`;
}
