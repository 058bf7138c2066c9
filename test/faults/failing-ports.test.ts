import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
import type { TppRegister } from "@varde/bank";
import { aBankWithRegister } from "@varde/testkit/bank";
import type { RawTpp } from "@varde/testkit/tpp";

/** Long enough that no call in this test is mistaken for a port that times out. */
const portTimeoutMs = 300;
const portFailuresMax = 8;

describe("a bank whose own systems fail", () => {
  let bank: Awaited<ReturnType<typeof aBankWithRegister>>;
  let tpp: RawTpp;
  before(async () => {
    bank = await aBankWithRegister({ portTimeoutMs, portFailuresMax, portPauseMs: 60_000 });
    tpp = bank.tpp;
  });
  afterEach(() => bank.restore());
  after(() => bank[Symbol.asyncDispose]());

  const responses: readonly (readonly [string, TppRegister["admit"]])[] = [
    ["never returns", () => new Promise(() => {})],
    ["throws", () => Promise.reject(new Error("ECONNREFUSED"))],
    ["returns nothing", async () => undefined as never],
  ];
  for (const [what, register] of responses) {
    test(`refuses every TPP with a retry hint if the register ${what}`, async () => {
      bank.register.admit = register;
      const response = await tpp.send({ path: "/v1/accounts" });
      assert.deepEqual([response.status, response.headers["retry-after"]], [503, "2"]);
      assert.equal(response.json.tppMessages[0].code, "SYSTEM_ERROR");
    });
  }

  test("counts failures by port and method", async () => {
    bank.register.admit = async () => undefined as never;
    await tpp.send({ path: "/v1/accounts" });
    const text = await (await fetch(`${bank.address}/metrics`)).text();
    assert.match(text, /varde_port_failures_total\{method="tppRegister.admit"\} \d/);
  });

  test("F14: a register that keeps failing is not called, which readiness shows", async () => {
    let calls = 0;
    bank.register.admit = async () => {
      calls += 1;
      throw new Error("ECONNREFUSED");
    };
    for (let count = 0; count < 2 * portFailuresMax; count += 1) {
      assert.equal((await tpp.send({ path: "/v1/accounts" })).status, 503);
    }
    assert.ok(calls <= portFailuresMax, `${calls} calls`);
    const ready = await fetch(`${bank.address}/health/ready`);
    assert.equal(ready.status, 200);
    const { ports } = (await ready.json()) as { ports: Record<string, unknown> };
    assert.partialDeepStrictEqual(ports.tppRegister, { breaker: "open", callsInFlight: 0 });
  });
});
