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
