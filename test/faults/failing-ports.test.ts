import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
import type { TppRegister } from "@varde/bank";
import type { TestBank } from "@varde/sandbox";
import { aBank, aProductionBank, type ProductionBank } from "@varde/testkit/bank";
import { aTpp, type RawTpp } from "@varde/testkit/tpp";

/** Long enough that no call in this test is mistaken for a port that times out. */
const portTimeoutMs = 300;

describe("a bank whose own systems fail", () => {
  let sandbox: TestBank;
  let bank: ProductionBank;
  let tpp: RawTpp;
  const admits: TppRegister["admit"] = async () => ({ isAdmitted: true });
  let admit = admits;
  before(async () => {
    sandbox = await aBank();
    const configuration = { anchors: [sandbox.authority.certificate], portTimeoutMs };
    bank = await aProductionBank(sandbox, configuration, {
      tppRegister: { admit: (request) => admit(request) },
    });
    tpp = aTpp(bank, sandbox.tpp);
  });
  afterEach(() => {
    admit = admits;
  });
  after(async () => {
    await bank.close();
    await sandbox.close();
  });

  const responses: readonly (readonly [string, TppRegister["admit"]])[] = [
    ["never returns", () => new Promise(() => {})],
    ["throws", () => Promise.reject(new Error("ECONNREFUSED"))],
    ["returns nothing", async () => undefined as never],
  ];
  for (const [what, register] of responses) {
    test(`refuses every TPP with a retry hint if the register ${what}`, async () => {
      admit = register;
      const response = await tpp.send({ path: "/v1/accounts" });
      assert.deepEqual([response.status, response.headers["retry-after"]], [503, "2"]);
      assert.equal(response.json.tppMessages[0].code, "SYSTEM_ERROR");
    });
  }

  test("counts failures by port and method", async () => {
    admit = async () => undefined as never;
    await tpp.send({ path: "/v1/accounts" });
    const text = await (await fetch(`${bank.addresses.http}/metrics`)).text();
    assert.match(text, /varde_port_failures_total\{method="tppRegister.admit"\} \d/);
  });
});
