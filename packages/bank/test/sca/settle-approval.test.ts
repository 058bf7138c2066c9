import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { StorageUnavailable } from "@varde/storage";
import type { Bank } from "../../src/bank.ts";
import { settlingMsMax } from "../../src/configuration/constants.ts";
import { PortFailed } from "../../src/ports/guard/port-failed.ts";
import type { Sca } from "../../src/records/sca.ts";
import type { ScaFault } from "../../src/records/sca-fault.ts";
import { settleApproval } from "../../src/sca/settle-approval.ts";

const sca = { scaId: "s" } as Sca;

const settleWith = (settle: () => Promise<ScaFault | undefined>) => {
  const logged: string[] = [];
  const log = (_fields: unknown, text: string) => void logged.push(text);
  const bank = { log: { warn: log, error: log } } as unknown as Bank;
  return { logged, settled: settleApproval(sca, settle, bank) };
};

test("the PSU waits for settlement up to the limit and no longer", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    const { settled, logged } = settleWith(() => new Promise(() => {}));
    mock.timers.tick(settlingMsMax);
    assert.equal((await settled)?.code, "SYSTEM_ERROR");
    assert.deepEqual(logged, ["settlement timed out, continuing in the background"]);
  } finally {
    mock.timers.reset();
  }
});

test("a settlement that fails is logged, and the PSU goes back", async () => {
  const { settled, logged } = settleWith(() => Promise.reject(new Error("away")));
  assert.equal((await settled)?.code, "SYSTEM_ERROR");
  assert.deepEqual(logged, ["settlement failed, continuing in the background"]);
});

test("a settlement that ends in time reports its own outcome", async () => {
  const { settled, logged } = settleWith(async () => undefined);
  assert.deepEqual([await settled, logged], [undefined, []]);
});

test("F14: a system that does not respond is asked again while the PSU waits", async () => {
  let calls = 0;
  const { settled, logged } = settleWith(async () => {
    calls += 1;
    if (calls < 3) throw new PortFailed("lost");
    return undefined;
  });
  assert.deepEqual([await settled, calls, logged], [undefined, 3, []]);
});

test("F04: a database that is unavailable is not asked again", async () => {
  let calls = 0;
  const { settled } = settleWith(() => {
    calls += 1;
    return Promise.reject(new StorageUnavailable("silent"));
  });
  assert.deepEqual([(await settled)?.code, calls], ["SYSTEM_ERROR", 1]);
});
