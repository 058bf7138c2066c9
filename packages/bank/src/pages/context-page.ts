import { type Html, html } from "./html/html.ts";
import { formatContextChoice } from "./parts/context-choice.ts";
import { decisionButtons, stepForm } from "./parts/form.ts";
import { renderLayout } from "./parts/layout.ts";
import type { ContextPage } from "./parts/page-models.ts";
import { foreignName, requesterBox } from "./parts/requester.ts";
import { sandboxPanel } from "./parts/sandbox-panel.ts";
import { type Texts, textsByLocale } from "./texts/texts.ts";

export function renderContextPage(model: ContextPage): string {
  const { frame, form, error } = model;
  const texts = textsByLocale[frame.locale];
  const title = model.offersPrivate ? texts.context.title : texts.context.titleAgreement;
  const content = html`${requesterBox(model.requester, texts)}
<p class="lead">${texts.context.lead(html`<strong>${foreignName(model.psuName)}</strong>`)}</p>
${error && html`<div class="alert" role="alert" id="context-error"><p>${texts.context.nothingChosen}</p></div>`}
${stepForm(
  form,
  "context",
  html`${contextChoices(model, title, texts)}
${decisionButtons(
  { decision: "continue", label: texts.context.continue },
  { decision: "refuse", label: texts.context.refuse },
)}`,
)}`;
  return renderLayout({
    frame,
    title,
    content,
    outside: sandboxPanel(model.sandbox, form, frame.locale),
    hasError: error !== undefined,
  });
}

function contextChoices(model: ContextPage, title: string, texts: Texts): Html {
  const { context } = texts;
  const own =
    model.offersPrivate &&
    choice(formatContextChoice({ context: "PRIVATE" }), context.private, context.privateHint);
  const companies = model.agreements.map(({ id, name, organisationNumber }) =>
    choice(
      formatContextChoice({ context: "CORPORATE", agreementId: id }),
      name,
      organisationNumber && `${context.organisationNumber} ${organisationNumber}`,
    ),
  );
  const heading =
    model.offersPrivate &&
    companies.length > 0 &&
    html`<p class="group" id="companies">${context.corporate}</p>`;
  const described = model.error && html` aria-describedby="context-error"`;
  return html`<fieldset${described}><legend class="hidden">${title}</legend>
${own}${heading}${companies}</fieldset>`;
}

function choice(value: string, label: string, hint: string | undefined): Html {
  return html`<label class="choice"><input type="radio" name="context" value="${value}" required>
<span><bdi>${label}</bdi>${hint && html` <span class="under">${hint}</span>`}</span></label>`;
}
