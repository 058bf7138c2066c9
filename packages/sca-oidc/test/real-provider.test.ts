import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { ApprovalSubject, BeginningSca, ScaMethod } from "@varde/bank";
import { logIn, oidcTerms, TestProvider } from "@varde/testkit/eid";
import { createOidcScaMethod, type OidcOptions } from "../src/index.ts";

const callback = "http://127.0.0.1:9/sca-callback";
const nin = "15819000066";
const sca = {
  worldId: "w",
  scaId: "s",
  personId: undefined,
  locale: "nb",
  returnTo: { url: callback, state: "the-state" },
} as const;
const identification: BeginningSca = { ...sca, step: "identify" };
const approval: BeginningSca = { ...sca, step: "approve" };
const subject: ApprovalSubject = {
  kind: "payment",
  text: "Betal 249,50 kr til Ola Bråten, konto 99901010117. Referanse 01234567",
  hash: "h",
  amounts: [],
  payees: [],
};

describe("A27: a real provider", () => {
  let provider: TestProvider;
  let options: OidcOptions;
  let method: ScaMethod;
  before(async () => {
    provider = await TestProvider.start([callback]);
    options = {
      ...oidcTerms,
      issuer: provider.issuer,
      key: provider.key,
      psuDirectory: {
        findPerson: async (_worldId, number) => ({ personId: number, name: "Kari" }),
      },
    };
    method = createOidcScaMethod(options);
  });
  after(() => provider?.[Symbol.asyncDispose]());

  const begin = async (step: BeginningSca, about?: ApprovalSubject, using = method) => {
    const begun = await using.begin(step, about);
    assert(begun.kind === "redirect");
    return begun;
  };
  const finish = (step: BeginningSca, { search }: URL, kept: string, using = method) =>
    using.finish(step, { kind: "redirect", parameters: search.slice(1), kept });

  test("identifies with a pushed and signed request", async () => {
    const { address, kept } = await begin(identification);
    assert.deepEqual([...new URL(address).searchParams.keys()].toSorted(), [
      "client_id",
      "request_uri",
    ]);
    const result = await finish(identification, await logIn(address, { nin }), kept);
    assert(result.kind === "proven", JSON.stringify(result));
    assert.deepEqual([result.personId, result.evidence.level], [nin, "substantial"]);
  });

  for (const parameter of ["claims", "binding_message"] as const) {
    test(`approves a text that the request carries as ${parameter}`, async () => {
      const claim = "transaction_text";
      const using = createOidcScaMethod({ ...options, approval: { parameter, claim } });
      const { address, kept } = await begin(approval, subject, using);
      const result = await finish(approval, await logIn(address, { nin }), kept, using);
      assert.equal(result.kind, "proven", JSON.stringify(result));
    });
  }

  test("refuses the token of another approval", async () => {
    const { address } = await begin(approval, { ...subject, text: "Betal 1 kr" });
    const { kept } = await begin(approval, subject);
    const result = await finish(approval, await logIn(address, { nin }), kept);
    assert(result.kind === "failed");
    assert.match(result.reason, /invalid_grant/);
  });

  test("refuses a code that is used twice", async () => {
    const { address, kept } = await begin(identification);
    const callbackUrl = await logIn(address, { nin });
    assert.equal((await finish(identification, callbackUrl, kept)).kind, "proven");
    const again = await finish(identification, callbackUrl, kept);
    assert(again.kind === "failed");
    assert.match(again.reason, /invalid_grant/);
  });

  test("refuses a wrong verifier", async () => {
    const { address, kept } = await begin(identification);
    const verifier = "v".repeat(43);
    const other = JSON.stringify({ ...JSON.parse(kept), verifier });
    const result = await finish(identification, await logIn(address, { nin }), other);
    assert(result.kind === "failed");
    assert.match(result.reason, /invalid_grant/);
  });

  test("refuses a lower level than asked for", async () => {
    const { address, kept } = await begin(identification);
    provider.level = "low";
    const result = await finish(identification, await logIn(address, { nin }), kept);
    provider.level = "substantial";
    assert(result.kind === "failed");
    assert.match(result.reason, /acr low is lower than substantial/);
  });

  test("reports a PSU who refuses", async () => {
    const { address, kept } = await begin(identification);
    const result = await finish(identification, await logIn(address, { decision: "refuse" }), kept);
    assert(result.kind === "failed");
    assert.equal(result.because, "refused");
  });
});
