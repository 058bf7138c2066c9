import assert from "node:assert/strict";
import { mock, test } from "node:test";
import type { Bank } from "../../src/bank.ts";
import { settlingMsMax } from "../../src/constants.ts";
import type { Sca } from "../../src/request/sca.ts";
import type { ScaFault } from "../../src/request/sca-fault.ts";
import { settleApproval } from "../../src/sca/settle-approval.ts";

const sca = { scaId: "s" } as Sca;

const settleWith = (settle: () => Promise<ScaFault | undefined>) => {
  const told: string[] = [];
  const tell = (_fields: unknown, text: string) => void told.push(text);
  const bank = { log: { warn: tell, error: tell } } as unknown as Bank;
  return { told, settled: settleApproval(sca, { settle }, bank) };
};

test("a PSU waits so long for what they approved, and no longer", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    const { settled, told } = settleWith(() => new Promise(() => {}));
    mock.timers.tick(settlingMsMax);
    assert.equal((await settled)?.code, "SYSTEM_ERROR");
    assert.deepEqual(told, ["an approval is settled without its PSU"]);
  } finally {
    mock.timers.reset();
  }
});

test("what could not be settled yet is told, and the PSU goes back", async () => {
  const { settled, told } = settleWith(() => Promise.reject(new Error("away")));
  assert.equal((await settled)?.code, "SYSTEM_ERROR");
  assert.deepEqual(told, ["an approval could not be settled yet"]);
});

test("what is settled in time is told as it is", async () => {
  const { settled, told } = settleWith(async () => undefined);
  assert.deepEqual([await settled, told], [undefined, []]);
});
