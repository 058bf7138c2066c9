import type { Locale } from "../../ports/locale.ts";
import { type Fact, factList, namedAccount } from "../html/fact-list.ts";
import { type Html, html } from "../html/html.ts";
import { type Texts, textsByLocale } from "../texts/texts.ts";
import { formatAccount } from "./format-account.ts";
import { formatDay } from "./format-day.ts";
import { formatMoney, formatMoneyByCode, formatRate } from "./format-money.ts";
import type { Money, PaymentView, ScheduleView } from "./payment-view.ts";
import { foreignName } from "./requester.ts";

/** Renders the amount and payee that dynamic linking binds, and the other details of a payment. */
export function paymentDetails(payment: PaymentView, locale: Locale): Html {
  const texts = textsByLocale[locale];
  return html`<p class="hero"><span class="amount">${formatMoney(payment.amount, locale)}</span>
<span class="payee">${texts.payment.to} ${foreignName(payment.payee.name)}</span></p>
${factList([
  ...accounts(payment, locale, texts),
  ...time(payment, texts),
  ...remittance(payment, texts),
  ...(payment.exchange ? exchangeCosts(payment, locale, texts) : costs(payment, locale, texts)),
])}${
  payment.exchange &&
  html`
<p class="quiet">${texts.payment.rateNote}</p>`
}`;
}

function accounts({ payee, fromAccount }: PaymentView, locale: Locale, { payment }: Texts): Fact[] {
  return [
    { label: payment.toAccount, value: namedAccount(undefined, formatAccount(payee.account)) },
    { label: payment.bic, value: payee.bic },
    { label: payment.country, value: payee.country && countryName(payee.country, locale) },
    {
      label: payment.fromAccount,
      value: namedAccount(fromAccount.name, formatAccount(fromAccount.number)),
    },
  ];
}

const regions = new Map<Locale, Intl.DisplayNames>();

/** Returns the name of a country in the reader's language, or its code if it has none. */
function countryName(code: string, locale: Locale): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  const names = regions.get(locale) ?? new Intl.DisplayNames([locale], { type: "region" });
  regions.set(locale, names);
  return names.of(code) ?? code;
}

function time({ executionDate, schedule }: PaymentView, texts: Texts): Fact[] {
  if (schedule) return repeated(schedule, texts);
  const day = executionDate === undefined ? texts.payment.atOnce : formatDay(executionDate, texts);
  return [{ label: texts.payment.date, value: day }];
}

function repeated(schedule: ScheduleView, texts: Texts): Fact[] {
  const { payment } = texts;
  const { dayOfExecution: day, monthsOfExecution: months, endDate } = schedule;
  return [
    { label: payment.frequency, value: payment.frequencies[schedule.frequency] },
    {
      label: payment.dayOfExecution,
      value: day !== undefined && (day === 31 ? payment.lastDay : payment.dayNumber(day)),
    },
    {
      label: payment.months,
      value: months?.map((month) => texts.months[month - 1] ?? String(month)).join(", "),
    },
    { label: payment.start, value: formatDay(schedule.startDate, texts) },
    {
      label: payment.end,
      value: endDate === undefined ? payment.noEnd : formatDay(endDate, texts),
    },
  ];
}

function remittance({ remittance = [] }: PaymentView, { payment }: Texts): Fact[] {
  return remittance.map(({ kind, text }) => ({
    label: payment[kind],
    value: html`<bdi${kind !== "message" && html` class="number"`}>${text}</bdi>`,
  }));
}

function costs({ fee, total }: PaymentView, locale: Locale, { payment }: Texts): Fact[] {
  return [
    { label: payment.fee, value: fee && formatMoney(fee, locale) },
    { label: payment.total, value: total && formatMoney(total, locale), isTotal: true },
  ];
}

/** SCA-35: rate, debited amount, fee and total, of which only the fee is certain. */
function exchangeCosts(view: PaymentView, locale: Locale, { payment }: Texts): Fact[] {
  const { exchange, debited, fee, total } = view;
  const about = (money: Money | undefined) =>
    money && payment.about(formatMoneyByCode(money, locale));
  return [
    { label: payment.exchange, value: exchange && formatRate(exchange, locale) },
    { label: payment.debited, value: about(debited) },
    { label: payment.fee, value: fee && formatMoneyByCode(fee, locale) },
    { label: payment.total, value: about(total), isTotal: true },
  ];
}
