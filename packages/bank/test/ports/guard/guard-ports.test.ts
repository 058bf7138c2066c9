import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { inspect } from "node:util";
import { StorageUnavailable } from "@varde/storage";
import { ConfigurationRefused } from "../../../src/configuration/configuration-refused.ts";
import type { BankPorts } from "../../../src/ports/bank-ports.ts";
import { guardPorts } from "../../../src/ports/guard/guard-ports.ts";
import { PortFailed } from "../../../src/ports/guard/port-failed.ts";
import { portResults } from "../../../src/ports/guard/port-results.ts";
import type { TppRequest } from "../../../src/ports/tpp-register.ts";

type Methods = Record<string, Record<string, unknown> | undefined>;

/** Returns complete ports, changed as a test needs. */
const portsWith = (change: (ports: Methods) => void = () => {}): BankPorts => {
  const ports: Methods = {};
  for (const [port, methods] of Object.entries(portResults)) {
    ports[port] = Object.fromEntries(Object.keys(methods).map((name) => [name, async () => {}]));
  }
  ports.clock = { machineNow: () => 0, now: () => 0 };
  ports.ids = { newId: () => "1", newSecret: () => "s" };
  change(ports);
  return ports as unknown as BankPorts;
};

const limits = { timeoutMs: 1_000, callsMax: 10, failuresMax: 5, pauseMs: 1_000 };

const guard = (change: (ports: Methods) => void, failed: string[] = []) =>
  guardPorts(portsWith(change), limits, {
    onFailed: (method) => void failed.push(method),
    onBreaker: () => {},
  }).ports;

const returning = (port: string, method: string, result: unknown) => (ports: Methods) => {
  ports[port] = { ...ports[port], [method]: () => result };
};

test("a port method that never resolves times out", async () => {
  const never = new Promise<never>(() => {});
  const failed: string[] = [];
  const { coreBank } = guard(returning("coreBank", "submitAll", never), failed);
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    const call = coreBank.submitAll([], 0);
    mock.timers.tick(1_000);
    await assert.rejects(call, (error) => {
      assert(error instanceof PortFailed);
      assert.equal(error.message, "coreBank.submitAll timed out after 1000 ms");
      return true;
    });
  } finally {
    mock.timers.reset();
  }
  assert.deepEqual(failed, ["coreBank.submitAll"]);
});

test("finishing a proof has a longer timeout", async () => {
  const never = new Promise<never>(() => {});
  const { scaMethod } = guard(returning("scaMethod", "finish", never));
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    const call = scaMethod.finish(anAttempt, { kind: "form", fields: {} });
    mock.timers.tick(1_000);
    const early = Promise.race([call, Promise.resolve("waiting")]);
    assert.equal(await early, "waiting");
    mock.timers.tick(200_000);
    await assert.rejects(call, PortFailed);
  } finally {
    mock.timers.reset();
  }
});

const anAttempt = {
  step: "identify",
  worldId: "w",
  scaId: undefined,
  personId: undefined,
  locale: "nb",
} as const;

/** Results that JavaScript code could mistake for others: no objection, a person, no money. */
const malformedResults: readonly (readonly [string, string, unknown])[] = [
  ["tppRegister", "admit", undefined],
  ["tppRegister", "admit", true],
  ["tppRegister", "admit", { isAdmitted: "true" }],
  ["tppRegister", "admit", { isAdmitted: false }],
  ["certificateTrust", "verify", undefined],
  ["certificateTrust", "verify", { kind: "refused" }],
  ["certificateTrust", "verify", { kind: "ok" }],
  ["scaMethod", "begin", null],
  ["scaMethod", "begin", { kind: "constructor" }],
  ["scaMethod", "begin", { kind: "redirect", kept: "" }],
  ["scaMethod", "finish", undefined],
  ["scaMethod", "finish", { kind: "proven", personId: "", evidence: { method: "m", at: 0 } }],
  ["scaMethod", "finish", { kind: "proven", personId: "kari" }],
  ["scaMethod", "finish", { kind: "failed", because: "weather", reason: "" }],
  ["psuDirectory", "mayUseAccount", "false"],
  ["psuDirectory", "listAgreements", undefined],
  ["psuDirectory", "findPerson", { personId: 7, name: "Kari" }],
  ["coreBank", "hasFunds", undefined],
  ["coreBank", "findAccount", null],
  ["coreBank", "convertToNokMinor", 100],
  ["coreBank", "quote", { feeMinor: 2, feeCurrency: "NOK" }],
  ["coreBank", "quote", { feeMinor: 2n, feeCurrency: "NOK", exchange: { ratePpm: 1n } }],
  [
    "coreBank",
    "quote",
    { feeMinor: 2n, feeCurrency: "NOK", exchange: { ratePpm: 0n, debitedMinor: 1n } },
  ],
  ["coreBank", "readBalances", { bookedMinor: 1 }],
  ["coreBank", "submitAll", { kind: "settled" }],
  ["coreBank", "countTransactions", "12"],
  ["worlds", "resolveWorld", undefined],
  ["responseSigner", "sign", undefined],
  ["responseSigner", "sign", { signature: new Uint8Array(), certificate: {} }],
];

/** A booked transaction that names its account. */
const transactionOf = (accountId: string | undefined) => ({
  accountId,
  amountMinor: -100n,
  currency: "NOK",
  remittance: [],
  references: [],
  transactionId: "t-1",
  bookingDate: "2026-11-17",
  valueDate: "2026-11-17",
  bookedAt: 0,
});
const balancesOf = (accountId: string | undefined) => ({
  ...{ accountId, bookedMinor: 1n, expectedMinor: 1n, availableMinor: 1n, changedAt: 0 },
});

test("data of another account count as a failure, which names both accounts", async () => {
  const page = { from: "2026-01-01", place: { at: "end" }, limit: 10 } as const;
  const reads: readonly (readonly [string, (id?: string) => unknown, readonly unknown[]])[] = [
    ["listTransactions", (id) => [transactionOf(undefined), transactionOf(id)], [page]],
    ["readTransaction", (id) => transactionOf(id), ["t-1"]],
    ["listPending", (id) => [{ ...transactionOf(id), since: 0 }], []],
    ["readBalances", (id) => balancesOf(id), []],
  ];
  for (const [method, result, more] of reads) {
    const call = (accountId?: string): Promise<unknown> => {
      const { coreBank } = guard(returning("coreBank", method, Promise.resolve(result(accountId))));
      return Reflect.get(coreBank, method)("w", "a-1", ...more);
    };
    assert.deepEqual(await call("a-1"), result("a-1"));
    assert.deepEqual(await call(), result());
    await assert.rejects(call("a-2"), {
      name: "PortFailed",
      message: `coreBank.${method} returned data of account a-2 instead of a-1`,
    });
  }
});

test("methods that rules call must return their result directly", () => {
  const later = Promise.resolve(100n);
  const { coreBank } = guard(returning("coreBank", "convertToNokMinor", later));
  assert.throws(() => coreBank.convertToNokMinor(1n, "NOK"), /must return its result directly/);
  const { kidRegister } = guard(returning("kidRegister", "findKidAgreement", Promise.reject("no")));
  assert.throws(
    () => kidRegister.findKidAgreement("86011117947"),
    /must return its result directly/,
  );
});

test("another account or person than the requested one is refused", async () => {
  const account = {
    accountId: "a",
    bban: "86011117947",
    currency: "NOK",
    isCard: false,
    mayPay: true,
    creditLineMinor: 0n,
  };
  const { coreBank } = guard((ports) => {
    returning("coreBank", "listAccounts", [account])(ports);
    returning("coreBank", "findAccount", account)(ports);
  });
  assert.deepEqual(await coreBank.listAccounts("w", ["a", "b"]), [account]);
  assert.throws(() => coreBank.listAccounts("w", ["b"]), PortFailed);
  assert.equal(await coreBank.findAccount("w", { bban: "86011117947" }), account);
  assert.throws(() => coreBank.findAccount("w", { bban: "95360573002" }), PortFailed);
  const kari = { personId: "kari", name: "Kari" };
  const { psuDirectory } = guard(returning("psuDirectory", "readPerson", kari));
  assert.equal(await psuDirectory.readPerson("w", "kari"), kari);
  assert.throws(() => psuDirectory.readPerson("w", "ola"), PortFailed);
});

for (const [port, method, result] of malformedResults) {
  const shown = inspect(result, { breakLength: Number.POSITIVE_INFINITY });
  test(`${port}.${method} fails if it returns ${shown}`, async () => {
    for (const given of [result, Promise.resolve(result)]) {
      const ports = guard(returning(port, method, given)) as unknown as Methods;
      const call = Object(ports[port])[method] as () => unknown;
      await assert.rejects(async () => call(), PortFailed);
    }
  });
}

test("an error becomes the cause of PortFailed, and StorageUnavailable is rethrown", async () => {
  const cause = new Error("ECONNREFUSED");
  const { coreBank } = guard(returning("coreBank", "hasFunds", Promise.reject(cause)));
  await assert.rejects(coreBank.hasFunds("w", "a", 1n, "NOK"), { name: "PortFailed", cause });
  const unavailable = Promise.reject(new StorageUnavailable("no connection"));
  const { psuDirectory } = guard(returning("psuDirectory", "readPerson", unavailable));
  await assert.rejects(psuDirectory.readPerson("w", "p"), StorageUnavailable);
});

test("methods are called on the port they belong to", async () => {
  class Register {
    readonly #decision = { isAdmitted: true };
    admit() {
      return this.#decision;
    }
  }
  const { tppRegister } = guard((ports) => {
    ports.tppRegister = new Register() as unknown as Record<string, unknown>;
  });
  assert.deepEqual(tppRegister.admit({} as TppRequest), { isAdmitted: true });
});

test("a missing port or method is refused at start with one sentence", () => {
  const refusedWith = (message: string) => ({ name: "ConfigurationRefused", message });
  assert.throws(
    () =>
      guard((ports) => {
        ports.coreBank = undefined;
      }),
    refusedWith("The port coreBank is missing."),
  );
  assert.throws(
    () => guard((ports) => delete ports.coreBank?.submitAll),
    (error) =>
      error instanceof ConfigurationRefused &&
      error.message === "The port coreBank has no method submitAll.",
  );
  assert.throws(
    () => guard((ports) => delete ports.ids?.newSecret),
    refusedWith("The port ids has no method newSecret."),
  );
  assert.doesNotThrow(() => guard((ports) => delete ports.coreBank?.runClearing));
});
