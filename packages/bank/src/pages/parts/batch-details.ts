import type { Locale } from "../../ports/locale.ts";
import { type Fact, factList, namedAccount } from "../html/fact-list.ts";
import { type Html, html } from "../html/html.ts";
import { textsByLocale } from "../texts/texts.ts";
import { formatAccount } from "./format-account.ts";
import { formatDay } from "./format-day.ts";
import { formatMoney, formatMoneyByCode, formatRate } from "./format-money.ts";
import type { BatchView, Money } from "./payment-view.ts";
import { foreignName } from "./requester.ts";

/** With more rows than this, the sum above them is no longer visible at their end. */
const shortRowsMax = 10;

/**
 * Renders the sum of each currency and every payee, for dynamic linking of several payments. A long
 * list repeats the sum at its end, and a link leads to it by the given id.
 */
export function batchDetails(batch: BatchView, locale: Locale, endId?: string): Html {
  const texts = textsByLocale[locale];
  const isLong = batch.rows.length > shortRowsMax;
  const sums = batch.totals.map(
    (total) => html`<span class="amount">${formatMoney(total, locale)}</span> `,
  );
  const from = batch.fromAccounts.map(
    ({ name, number }) => html`<div>${namedAccount(name, formatAccount(number))}</div>`,
  );
  const facts = factList([
    { label: texts.batch.fromAccounts, value: from.length > 0 && from },
    ...(batch.exchange === undefined
      ? [{ label: texts.payment.fee, value: batch.fee && formatMoney(batch.fee, locale) }]
      : exchangeCosts(batch.exchange, batch.fee, locale)),
  ]);
  return html`<p class="hero">${sums}
<span class="payee">${texts.batch.sum}, ${texts.batch.count(batch.rows.length)}</span></p>
${facts}${
  batch.exchange &&
  html`
<p class="quiet">${texts.batch.rateNote}</p>`
}
${isLong && endId !== undefined && html`<p><a href="#${endId}">${texts.batch.toEnd}</a></p>`}
<table>
<caption>${texts.batch.all}</caption>
<thead><tr><th scope="col">${texts.batch.payee}</th>
<th scope="col" class="money">${texts.batch.amount}</th></tr></thead>
<tbody>${batch.rows.map((row) => batchRow(row, locale))}</tbody>
${isLong && sumRow(batch, locale, endId)}
</table>`;
}

/** SCA-35: the rates, the fee, and what each account is debited. */
function exchangeCosts(
  { rates, debits }: NonNullable<BatchView["exchange"]>,
  fee: Money | undefined,
  locale: Locale,
): Fact[] {
  const { payment } = textsByLocale[locale];
  const lines = rates.map((rate) => html`<div>${formatRate(rate, locale)}</div>`);
  return [
    { label: payment.exchange, value: lines },
    { label: payment.fee, value: fee && formatMoneyByCode(fee, locale) },
    ...debits.map(({ account, total, isEstimate }) => {
      const amount = formatMoneyByCode(total, locale);
      const number = debits.length > 1 && formatAccount(account.number);
      const under = number && html` <span class="number under">${number}</span>`;
      const value = html`${isEstimate ? payment.about(amount) : amount}${under}`;
      return { label: payment.total, value, isTotal: true };
    }),
  ];
}

function sumRow({ totals, rows }: BatchView, locale: Locale, endId?: string): Html {
  const { sum, count } = textsByLocale[locale].batch;
  const sums = totals.map((total) => html`<div>${formatMoney(total, locale)}</div>`);
  const id = endId !== undefined && html` id="${endId}"`;
  return html`<tfoot><tr${id}><th scope="row">${sum}, ${count(rows.length)}</th>
<td class="money">${sums}</td></tr></tfoot>`;
}

function batchRow(row: BatchView["rows"][number], locale: Locale): Html {
  const date = row.executionDate && formatDay(row.executionDate, textsByLocale[locale]);
  return html`<tr><td>${foreignName(row.payee.name)}
<span class="number under">${formatAccount(row.payee.account)}</span>
${date && html`<span class="under">${date}</span>`}
${row.reference && html`<span class="under"><bdi>${row.reference}</bdi></span>`}</td>
<td class="money">${formatMoney(row.amount, locale)}</td></tr>`;
}
