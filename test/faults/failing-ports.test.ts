import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
import type { CoreBank, TppRegister } from "@varde/bank";
import { aBank, aBankWithRegister, aProductionBank } from "@varde/testkit/bank";
import { aPsu, kari } from "@varde/testkit/psu";
import { aTpp, type RawTpp } from "@varde/testkit/tpp";

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

describe("a core bank that returns data of another account", () => {
  /** Every read is about Ola's account, whichever was asked for. */
  const ofOla = (own: CoreBank): CoreBank => ({
    ...own,
    readBalances: async (worldId) => {
      const balances = await own.readBalances(worldId, "ola-current");
      return balances && { ...balances, accountId: "ola-current" };
    },
    listTransactions: (worldId, _, page) => own.listTransactions(worldId, "ola-current", page),
    listPending: (worldId) => own.listPending(worldId, "ola-current"),
  });

  test("is refused with 503, and the log names both accounts", async () => {
    await using sandbox = await aBank();
    const psu = await aPsu(sandbox, { ...kari, accounts: ["kari-current"] });
    const { coreBank } = sandbox.bank;
    const configuration = { anchors: [sandbox.authority.certificate] };
    await using bank = await aProductionBank(sandbox, configuration, { coreBank: ofOla(coreBank) });
    const tpp = aTpp(bank, sandbox.tpp);
    for (const [path, method] of [
      ["transactions?bookingStatus=booked", "listTransactions"],
      ["balances", "readBalances"],
    ]) {
      const { headers } = psu;
      const response = await tpp.send({ path: `/v1/accounts/kari-current/${path}`, headers });
      assert.deepEqual([response.status, response.headers["retry-after"]], [503, "2"]);
      assert.equal(response.json.tppMessages[0].code, "SYSTEM_ERROR");
      assert.doesNotMatch(response.text, /ola/);
      const returned = "returned data of account ola-current instead of kari-current";
      const reason = `coreBank.${method} ${returned}`;
      assert(
        bank.log.texts.some((line) => line.includes(reason)),
        bank.log.texts.join(""),
      );
    }
  });
});
