import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
import type { TestBank } from "@varde/sandbox";
import { aBank, aProductionBank, type ProductionBank } from "@varde/testkit/bank";
import { aTpp, type RawTpp } from "@varde/testkit/tpp";

/** Nothing here takes so long that it would be mistaken for a port that does not answer. */
const portTimeoutMs = 300;

describe("a bank whose own systems fail", () => {
  let sandbox: TestBank;
  let bank: ProductionBank;
  let tpp: RawTpp;
  let isRevoked: () => Promise<boolean> = async () => false;
  before(async () => {
    sandbox = await aBank();
    const configuration = { anchors: [sandbox.authority.certificate], portTimeoutMs };
    bank = await aProductionBank(sandbox, configuration, { isRevoked: () => isRevoked() });
    tpp = aTpp(bank, sandbox.tpp);
  });
  afterEach(() => {
    isRevoked = async () => false;
  });
  after(async () => {
    await bank.close();
    await sandbox.close();
  });

  const answers: readonly (readonly [string, () => Promise<boolean>])[] = [
    ["never answers", () => new Promise(() => {})],
    ["throws", () => Promise.reject(new Error("ECONNREFUSED"))],
    ["answers nothing", async () => undefined as unknown as boolean],
  ];
  for (const [what, register] of answers) {
    test(`a register that ${what} lets nobody in, and the TPP is told to try again`, async () => {
      isRevoked = register;
      const answer = await tpp.send({ path: "/v1/accounts" });
      assert.deepEqual([answer.status, answer.headers["retry-after"]], [503, "2"]);
      assert.equal(answer.json.tppMessages[0].code, "SYSTEM_ERROR");
    });
  }

  test("failures are counted by port and method", async () => {
    isRevoked = async () => undefined as unknown as boolean;
    await tpp.send({ path: "/v1/accounts" });
    const text = await (await fetch(`${bank.addresses.http}/metrics`)).text();
    assert.match(text, /varde_port_failures_total\{method="tppRegister.isRevoked"\} \d/);
  });
});
