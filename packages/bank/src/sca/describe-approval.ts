import crypto from "node:crypto";
import { addMinor, knownMinor } from "@varde/protocol/money";
import { formatMoney, formatMoneyByCode } from "../pages/parts/format-money.ts";
import type { BatchView, Money, PaymentView } from "../pages/parts/payment-view.ts";
import { textsByLocale } from "../pages/texts/texts.ts";
import type { Locale } from "../ports/locale.ts";
import type { ApprovalSubject } from "../ports/sca-method.ts";
import type { Sca } from "../records/sca.ts";
import type { ApprovalContent, ApprovalForm } from "./sca-subject.ts";

/** Digits of the hash that the PSU sees as a reference. */
const referenceDigits = 8;

/** Describes what the PSU approves, so that an SCA method can bind its proof to it. */
export const describeApproval = (
  sca: Sca,
  content: Exclude<ApprovalContent, { kind: "nothing" }>,
  { accountIds }: ApprovalForm,
  locale: Locale,
): ApprovalSubject => {
  const { scaId, tppName, brand } = sca;
  const bound = { scaId, tppName, brand, content, accountIds };
  const digest = crypto.createHash("sha256").update(JSON.stringify(bound, bigIntAsText)).digest();
  const reference = digest.toString("hex").slice(0, referenceDigits);
  const texts = textsByLocale[locale].approvalText;
  const summary =
    content.kind === "consent"
      ? texts.consent(brand ?? tppName, accountIds.length)
      : summarise(content, locale);
  return {
    kind: content.kind,
    // Providers show plain text, and compare it: no-break spaces could get lost.
    text: `${summary}. ${texts.reference(reference)}`.replaceAll("\u00a0", " "),
    hash: digest.toString("base64url"),
    amounts: content.kind === "consent" ? [] : listAmounts(content.details),
    payees: content.kind === "consent" ? [] : listPayees(content.details),
  };
};

const bigIntAsText = (_name: string, value: unknown): unknown =>
  typeof value === "bigint" ? String(value) : value;

const summarise = (
  { kind, details }: Extract<ApprovalContent, { details: PaymentView | BatchView }>,
  locale: Locale,
): string => {
  const texts = textsByLocale[locale].approvalText[kind === "cancellation" ? "stop" : "pay"];
  if ("rows" in details) {
    const totals = details.totals.map((total) => formatMoney(total, locale)).join(" + ");
    return texts.batch(details.rows.length, totals) + describeDebits(details, locale);
  }
  const { amount, payee } = details;
  const paid = texts.payment(formatMoney(amount, locale), payee.name, payee.account);
  return paid + describeDebits(details, locale);
};

/** SCA-35: describes what the accounts are debited in all, if a currency is exchanged. */
const describeDebits = (details: PaymentView | BatchView, locale: Locale): string => {
  const debits = "rows" in details ? sumDebits(details) : [details.total ?? details.debited];
  const sums = debits.filter((sum) => sum !== undefined);
  if (details.exchange === undefined || sums.length === 0) return "";
  const totals = sums.map((sum) => formatMoneyByCode(sum, locale)).join(" + ");
  return textsByLocale[locale].approvalText.about(totals);
};

/** Adds up what the accounts of each currency are debited. */
const sumDebits = ({ exchange }: BatchView): readonly Money[] => {
  const sums = new Map<string, Money>();
  for (const { total } of exchange?.debits ?? []) {
    const before = sums.get(total.currency)?.amountMinor ?? 0n;
    const amountMinor = knownMinor(addMinor(before, total.amountMinor));
    sums.set(total.currency, { ...total, amountMinor });
  }
  return [...sums.values()];
};

const listAmounts = (details: PaymentView | BatchView): ApprovalSubject["amounts"] =>
  ("rows" in details ? details.totals : [details.amount]).map(
    ({ amountMinor, currency }: Money) => ({ amountMinor, currency }),
  );

const listPayees = (details: PaymentView | BatchView): ApprovalSubject["payees"] =>
  ("rows" in details ? details.rows : [details]).map(({ payee: { name, account } }) => ({
    name,
    account,
  }));
