import assert from "node:assert/strict";
import { test } from "node:test";
import type { Sca } from "../../src/records/sca.ts";
import { describeApproval } from "../../src/sca/describe-approval.ts";
import type { ApprovalContent } from "../../src/sca/sca-subject.ts";
import { aStoredSca } from "../a-stored-sca.ts";

const nok = (amountMinor: bigint) => ({ amountMinor, currency: "NOK", fractionDigits: 2 });
const ola = { name: "Ola Bråten", account: "99901010117" };
const fromAccount = { name: "Brukskonto", number: "1" };
const details = { amount: nok(249_50n), payee: ola, fromAccount };
const payment = { kind: "payment", details } as const;
const rows = [
  { payee: ola, amount: nok(100n) },
  { payee: { name: "Nils", account: "2" }, amount: nok(200n) },
];
const batch = {
  kind: "batch",
  details: { kind: "basket", totals: [nok(300n)], fromAccounts: [fromAccount], rows },
} as const;
const consent = { kind: "consent", scope: "accounts", accounts: [] } as const;
const sca = aStoredSca({ scaId: "s" });

type Content = Exclude<ApprovalContent, { kind: "nothing" }>;
const describe = (content: Content, changes: Partial<Sca> = {}, accountIds: string[] = []) =>
  describeApproval({ ...sca, ...changes }, content, { accountIds }, "en");

test("SCA-25: shows amount, payee and account of a payment, and of a cancellation", () => {
  const paid = describe(payment);
  assert.match(paid.text, /^Pay NOK 249\.50 to Ola Bråten, account 99901010117\. Reference \w{8}$/);
  assert.deepEqual(paid.amounts, [{ amountMinor: 249_50n, currency: "NOK" }]);
  assert.deepEqual(paid.payees, [ola]);
  assert.match(
    describe({ kind: "cancellation", details }).text,
    /^Stop the payment of NOK 249\.50/,
  );
});

test("SCA-25: shows the total of a basket, and lists every payee", () => {
  const described = describe(batch);
  assert.match(described.text, /^Pay NOK 3\.00 in 2 payments\. Reference \w{8}$/);
  assert.deepEqual(described.payees, [ola, { name: "Nils", account: "2" }]);
});

const hotel = {
  ...details,
  amount: { amountMinor: 1_345_60n, currency: "EUR", fractionDigits: 2 },
  exchange: { from: "EUR", to: "NOK", rate: "11.52" },
  debited: nok(15_501_31n),
};

test("SCA-35: shows what the account is debited in all, if a currency is exchanged", () => {
  const content = { kind: "payment", details: { ...hotel, total: nok(15_570_06n) } } as const;
  const described = describe(content);
  assert.match(
    described.text,
    /^Pay EUR 1,345\.60 to Ola Bråten, account 99901010117, about NOK 15,570\.06 in all\. Ref/,
  );
  const norwegian = describeApproval(sca, content, { accountIds: [] }, "nb");
  assert.match(norwegian.text, /, konto 99901010117, ca\. 15 570,06 NOK i alt\. Referanse \w{8}$/);
  assert.notEqual(described.hash, describe({ kind: "payment", details: hotel }).hash);
  const withoutFee = describe({ kind: "payment", details: hotel });
  assert.match(withoutFee.text, /, about NOK 15,501\.31 in all\./);
});

test("SCA-35: adds up what the accounts of a basket are debited, by currency", () => {
  const account = fromAccount;
  const euros = { amountMinor: 10_00n, currency: "EUR", fractionDigits: 2 };
  const debits = [
    { account, total: nok(100_00n), isEstimate: true },
    { account, total: nok(50_00n), isEstimate: false },
    { account, total: euros, isEstimate: true },
  ];
  const exchange = { rates: [hotel.exchange], debits };
  const described = describe({ kind: "batch", details: { ...batch.details, exchange } });
  assert.match(
    described.text,
    /^Pay NOK 3\.00 in 2 payments, about NOK 150\.00 \+ EUR 10\.00 in all\. Reference/,
  );
});

test("SCA-35: has at most 300 characters for the longest name and the greatest amounts", () => {
  const most = { amountMinor: 10n ** 18n - 1n, currency: "NOK", fractionDigits: 2 };
  const payee = { name: "x".repeat(70), account: "x".repeat(34) };
  for (const locale of ["nb", "en"] as const) {
    const content = { ...hotel, amount: most, payee, debited: most, total: most };
    const described = describeApproval(
      sca,
      { kind: "payment", details: content },
      { accountIds: [] },
      locale,
    );
    assert(described.text.length <= 300, described.text);
  }
});

test("says who gets access to how many accounts", () => {
  assert.match(describe(consent, {}, ["a1"]).text, /^Give Pengepartner access to one account\./);
  const branded = describe(consent, { brand: "Sparebøssa" }, ["a1", "a2"]);
  assert.match(branded.text, /^Give Sparebøssa access to 2 accounts\./);
  assert.deepEqual([branded.amounts, branded.payees], [[], []]);
});

test("has no no-break spaces, which a provider could lose", () => {
  for (const locale of ["nb", "en"] as const) {
    const { text } = describeApproval(sca, payment, { accountIds: [] }, locale);
    assert.doesNotMatch(text, /\u00a0/);
  }
});

test("the hash is of the SCA and everything that is approved", () => {
  const other = { ...details, amount: nok(1n) };
  const variants = [
    describe(payment),
    describe(payment, { scaId: "t" }),
    describe(payment, { tppName: "Other" }),
    describe(payment, { brand: "Other" }),
    describe({ kind: "payment", details: other }),
    describe({ kind: "cancellation", details }),
    describe(consent, {}, ["a1"]),
    describe(consent, {}, ["a2"]),
  ];
  assert.equal(new Set(variants.map(({ hash }) => hash)).size, variants.length);
  assert.equal(describe(payment).hash, describe(payment).hash);
  assert.match(describe(payment).hash, /^[\w-]{43}$/);
});
