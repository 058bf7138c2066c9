import type { Locale } from "../../ports/locale.ts";
import type { TestCustomer } from "../../ports/sca-method.ts";
import { type Html, html } from "../html/html.ts";
import { type Texts, textsByLocale } from "../texts/texts.ts";
import type { PageForm, SandboxOutcome, SandboxPanel } from "./page-models.ts";

/** Renders the sandbox's controls, styled so that nobody mistakes them for the bank's. */
export function sandboxPanel(
  panel: SandboxPanel | undefined,
  form: PageForm,
  locale: Locale,
): Html | undefined {
  const texts = textsByLocale[locale];
  if (!panel?.customers?.length && !panel?.outcomes) return undefined;
  return html`<aside class="sandbox" aria-labelledby="sandbox">
<h2 id="sandbox">${texts.sandbox.title}</h2>
${panel.customers && customerList(panel.customers, form, locale)}
${panel.outcomes && outcomePicker(panel.outcomes, form, texts)}
</aside>`;
}

function customerList(customers: readonly TestCustomer[], form: PageForm, locale: Locale): Html {
  const { sandbox } = textsByLocale[locale];
  const rows = customers.map(({ customerNumber, name, note, mayPay }) => {
    const special = note && html` <span class="quiet">${note[locale]}</span>`;
    return html`<li><button name="customerNumber" value="${customerNumber}">
<span class="customer"><bdi>${name}</bdi>${special}
${mayPay && html`<strong class="payer">${sandbox.mayPay}</strong>`}</span>
<span class="number">${customerNumber}</span></button></li>`;
  });
  return html`<h3>${sandbox.customers}</h3>
<p class="quiet">${sandbox.customersHint}</p>
<form method="post" action="${form.action}">
<input type="hidden" name="csrf" value="${form.csrf}">
<input type="hidden" name="step" value="identify">
<input type="hidden" name="decision" value="continue">
<ul class="customers">${rows}</ul>
</form>`;
}

function outcomePicker(
  { action, offered, codes }: NonNullable<SandboxPanel["outcomes"]>,
  form: PageForm,
  { sandbox }: Texts,
): Html {
  const labels: Readonly<Record<Exclude<SandboxOutcome, "fail">, string>> = {
    approve: sandbox.approve,
    refuse: sandbox.refuse,
    "time-out": sandbox.timeOut,
  };
  const plain = offered.map(
    (outcome) =>
      outcome !== "fail" &&
      html`<button name="outcome" value="${outcome}">${labels[outcome]}</button>`,
  );
  const options = codes.map((code) => html`<option value="${code}">${code}</option>`);
  const failing = html`<p class="failing">
<label for="sandbox-code">${sandbox.code}</label>
<select id="sandbox-code" name="code">${options}</select>
<button name="outcome" value="fail">${sandbox.fail}</button></p>`;
  return html`<h3>${sandbox.outcomes}</h3>
<p class="quiet">${sandbox.outcomesHint}</p>
<form method="post" action="${action}">
<input type="hidden" name="csrf" value="${form.csrf}">
<p class="outcomes">${plain}</p>
${offered.includes("fail") && codes.length > 0 && failing}
</form>`;
}
