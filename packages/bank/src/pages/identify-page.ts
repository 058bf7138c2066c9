import type { Locale } from "../ports/locale.ts";
import { type Html, html } from "./html/html.ts";
import { decisionButtons, stepForm } from "./parts/form.ts";
import { formatMoney } from "./parts/format-money.ts";
import { renderLayout } from "./parts/layout.ts";
import { ownNote } from "./parts/own-note.ts";
import type { IdentifyPage } from "./parts/page-models.ts";
import type { Money } from "./parts/payment-view.ts";
import { foreignName, requesterBox, requesterName } from "./parts/requester.ts";
import { sandboxPanel } from "./parts/sandbox-panel.ts";
import { type Texts, textsByLocale } from "./texts/texts.ts";

export function renderIdentifyPage(model: IdentifyPage): string {
  const { frame, form, error } = model;
  const texts = textsByLocale[frame.locale];
  const content = html`${requesterBox(model.requester, texts)}
<p class="lead">${purposeSentence(model)}</p>
${error && failedAttempt(error.attemptsLeft, texts)}
${stepForm(
  form,
  "identify",
  html`${numberField(model, texts)}
${decisionButtons(
  { decision: "continue", label: texts.identify.continue },
  // Without a TPP there is nothing to return to, so there is no button to cancel.
  model.requester && { decision: "refuse", label: texts.identify.refuse },
)}`,
)}
${model.requester && html`<p class="quiet">${texts.identify.nothingYet}</p>`}
${ownNote(frame, "identifyNote")}`;
  return renderLayout({
    frame,
    title: texts.identify.title,
    content,
    outside: sandboxPanel(model.sandbox, form, frame.locale),
    hasError: error !== undefined,
  });
}

function numberField({ frame, error }: IdentifyPage, { identify }: Texts): Html {
  const standardHint = frame.isSandbox ? identify.numberHintSandbox : identify.numberHint;
  const { customerNumber = identify.number, customerNumberHint = standardHint } =
    frame.ownTexts ?? {};
  const state = error
    ? html` aria-describedby="number-error number-hint" aria-invalid="true" autofocus`
    : html` aria-describedby="number-hint"`;
  return html`<div class="field">
<label for="number">${customerNumber}</label>
<p id="number-hint" class="hint">${customerNumberHint}</p>
<input id="number" name="customerNumber" type="text" inputmode="numeric" autocomplete="off"
 spellcheck="false" maxlength="20" required${state}>
</div>`;
}

function failedAttempt(attemptsLeft: number, { identify }: Texts): Html {
  return html`<div class="alert" role="alert" id="number-error">
<p><strong>${identify.error}</strong> ${identify.attemptsLeft(attemptsLeft)}</p>
</div>`;
}

function purposeSentence({ frame, requester, purpose }: IdentifyPage): Html {
  const { locale } = frame;
  const texts = textsByLocale[locale].identify.purpose;
  const who = requester ? emphasis(requesterName(requester)) : emphasis(frame.bankName);
  switch (purpose.kind) {
    case "payment":
    case "cancellation":
      return texts[purpose.kind](
        who,
        amountText(purpose.amount, locale),
        emphasis(purpose.payeeName),
      );
    case "basket":
    case "bulk":
      return texts.batch(who, purpose.count, amountList(purpose.totals, locale));
    case "accounts":
    case "funds":
    case "login":
      return texts[purpose.kind](who);
    case "own-consents":
      return html`${texts.ownConsents}`;
    case "app":
      return html`${texts.app}`;
  }
}

function emphasis(name: string): Html {
  return html`<strong>${foreignName(name)}</strong>`;
}

function amountText(amount: Money, locale: Locale): Html {
  return html`<strong>${formatMoney(amount, locale)}</strong>`;
}

/** Joins texts: "a", "a and b", "a, b and c". */
function amountList(amounts: readonly Money[], locale: Locale): Html {
  const { and } = textsByLocale[locale];
  return html`${amounts.map((amount, index) => {
    const isLast = index === amounts.length - 1;
    const before = index === 0 ? "" : isLast ? ` ${and} ` : ", ";
    return html`${before}${amountText(amount, locale)}`;
  })}`;
}
