import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { SigningRequest } from "@varde/bank";
import { decideByRule, type Signer, type SigningRule } from "../../src/directory/signing-rule.ts";

const person = (name: string, changes: Partial<Signer> = {}): Signer => ({
  personId: name,
  customerNumber: `number of ${name}`,
  name,
  mayView: true,
  mayRegister: true,
  mayApprove: true,
  ...changes,
});
const people = [
  person("anne"),
  person("arne"),
  person("berit"),
  person("pia", { mayApprove: false }),
  person("vera", { mayRegister: false, mayApprove: false }),
];
const request = (personId: string, changes: Partial<SigningRequest> = {}): SigningRequest => ({
  worldId: "world",
  agreementId: "agreement",
  accountId: "account",
  product: "NDCT",
  service: "payments",
  amountMinor: 100_00n,
  currency: "NOK",
  nokMinor: 100_00n,
  totalNokMinor: 100_00n,
  personId,
  signedBy: [],
  signedTodayNokMinor: 0n,
  ...changes,
});
const groups: SigningRule = {
  approvals: 2,
  groups: [["number of anne", "number of arne"], ["number of berit"]],
};
const limited = (rule: SigningRule): SigningRule => ({
  ...rule,
  limits: [{ customer: "number of anne", paymentMinor: "10000", dayMinor: "20000" }],
});
const kind = (who: string, rule?: SigningRule, changes: Partial<SigningRequest> = {}) => {
  const decision = decideByRule(request(who, changes), rule, people);
  return decision.kind === "may-not-sign" ? decision.because : decision.kind;
};

describe("the rules of the sandbox for who approves", () => {
  test("without a rule everybody who may use the account signs alone", () => {
    assert.equal(kind("pia"), "complete");
    assert.equal(kind("vera"), "view-only");
    assert.equal(kind("nobody"), "view-only");
  });

  test("with a rule only the role APPROVE signs, and nobody twice", () => {
    assert.equal(kind("pia", { approvals: 1 }), "prepare-only");
    assert.equal(kind("anne", { approvals: 1 }), "complete");
    assert.equal(kind("anne", { approvals: 2 }, { signedBy: ["anne"] }), "signed-already");
  });

  test("any two people sign if there are no groups", () => {
    assert.equal(kind("anne", { approvals: 2 }), "more");
    assert.equal(kind("arne", { approvals: 2 }, { signedBy: ["anne"] }), "complete");
    assert.equal(kind("arne", { approvals: 2 }, { signedBy: ["pia"] }), "more", "who lost it");
  });

  test("two people of one group are not enough where two groups are due", () => {
    assert.equal(kind("arne", groups, { signedBy: ["anne"] }), "over-limit");
    assert.equal(kind("berit", groups, { signedBy: ["anne"] }), "complete");
    assert.equal(kind("anne", groups, { signedBy: ["berit"] }), "complete");
  });

  test("a person signs alone up to the limit of a payment and of a day", () => {
    assert.equal(kind("anne", limited(groups), { nokMinor: 100_00n }), "complete");
    assert.equal(kind("anne", limited(groups), { nokMinor: 100_01n }), "more");
    assert.equal(kind("anne", limited(groups), { signedTodayNokMinor: 100_00n }), "complete");
    assert.equal(kind("anne", limited(groups), { signedTodayNokMinor: 100_01n }), "more");
    const alone = limited({ approvals: 1 });
    assert.equal(kind("anne", alone, { nokMinor: 100_01n }), "over-limit");
    assert.equal(kind("berit", alone, { nokMinor: 100_01n }), "complete");
  });
});
