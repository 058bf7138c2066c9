import assert from "node:assert/strict";
import { test } from "node:test";
import { tppMessageCodes } from "@varde/protocol";
import { parseAction, parseOutcome } from "../../src/http/routes/parse-action.ts";
import { Form, parseForm } from "../../src/request/form.ts";
import type { ScaStep } from "../../src/sca/sca-step.ts";
import type { StoredSca } from "../../src/sca/sca-store.ts";

const parse = (form: string) => parseAction(parseForm(form) ?? new Form());

test("parses the form of each page", () => {
  const identification = { customerNumber: "123" };
  assert.deepEqual(parse("step=identify&customerNumber=+123+"), {
    kind: "identify",
    identification,
  });
  assert.deepEqual(parse("step=identify"), {
    kind: "identify",
    identification: { customerNumber: "" },
  });
  assert.deepEqual(parse("step=context&context=CORPORATE%3Afirm"), {
    kind: "choose",
    choice: { context: "CORPORATE", agreementId: "firm" },
  });
  assert.deepEqual(parse("step=context"), { kind: "choose", choice: undefined });
  const ticked = { kind: "approve", form: { accountIds: ["a1", "a2"] } };
  assert.deepEqual(parse("step=consent&account=a1&account=a2"), ticked);
  assert.deepEqual(parse("step=approve"), { kind: "approve", form: { accountIds: [] } });
});

test("a refusal counts on every page, and approves nothing", () => {
  for (const step of ["identify", "context", "approve", "consent", "wait", ""]) {
    assert.deepEqual(parse(`decision=refuse&step=${step}`), { kind: "refuse" });
  }
});

test("parses nothing from a form of another page", () => {
  for (const form of ["", "step=", "step=app", "step=own-consents", "decision=approve"]) {
    assert.equal(parse(form), undefined);
  }
});

const sca = {} as StoredSca;
const account = { name: "Brukskonto", number: "1", isGranted: false, isOpen: false };
const consent: ScaStep = {
  at: "approve",
  sca,
  approval: {
    kind: "consent",
    scope: "accounts",
    accounts: [
      { ...account, id: "a1" },
      { ...account, id: "a2" },
    ],
  },
};
const identify: ScaStep = { at: "identify", sca };

test("the sandbox's panel approves all accounts of a consent", () => {
  const approve = (step: ScaStep) => parseOutcome(new Form([["outcome", "approve"]]), step);
  assert.deepEqual(approve(consent), { kind: "approve", form: { accountIds: ["a1", "a2"] } });
  assert.deepEqual(approve(identify), { kind: "approve", form: { accountIds: [] } });
});

test("the sandbox's panel ends the SCA with the chosen fault, of a code that exists", () => {
  const codeOf = (form: string) => {
    const action = parseOutcome(parseForm(form) ?? new Form(), identify);
    return action?.kind === "fail" ? action.fault.code : action;
  };
  assert.equal(codeOf("outcome=refuse"), "SCA_INVALID");
  assert.equal(codeOf("outcome=time-out"), "SCA_EXPIRED");
  for (const code of tppMessageCodes) assert.equal(codeOf(`outcome=fail&code=${code}`), code);
  for (const form of ["outcome=fail", "outcome=fail&code=X", "outcome=other", ""]) {
    assert.equal(codeOf(form), undefined);
  }
});
