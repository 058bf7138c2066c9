import assert from "node:assert/strict";
import { test } from "node:test";
import { aBank, aProductionBank } from "@varde/testkit/bank";

for (const [offMs, shown] of [
  [3_600_000, 3_600],
  [-3_600_000, -3_600],
  [1_500, undefined],
] as const) {
  test(`F26: readiness and metrics show a process whose clock is ${offMs} ms off`, async () => {
    await using sandbox = await aBank();
    const clock = { ...sandbox.bank.clock, machineNow: () => sandbox.storage.now() + offMs };
    const anchors = [sandbox.authority.certificate];
    await using bank = await aProductionBank(sandbox, { anchors }, { clock });
    const read = (path: string) => fetch(`${bank.addresses.http}${path}`);
    const ready = await read("/health/ready");
    const { clockOffsetSeconds } = (await ready.json()) as { clockOffsetSeconds?: number };
    assert.deepEqual([ready.status, clockOffsetSeconds], [200, shown]);
    const metrics = await (await read("/metrics")).text();
    assert.match(
      metrics,
      new RegExp(`^varde_clock_offset_seconds ${Math.abs(offMs) / 1_000}$`, "m"),
    );
  });
}
