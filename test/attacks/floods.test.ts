import assert from "node:assert/strict";
import { test } from "node:test";
import { aBank } from "@varde/testkit/bank";
import { TestAuthority } from "@varde/testkit/tpp";
import { floodBank } from "./flood-bank.ts";

test("A35: memory returns to what it was after a small flood of everything", async (t) => {
  const authority = new TestAuthority();
  await using bank = await aBank({ bank: { anchors: [authority.certificate] } });
  const memory = await floodBank(bank, authority, {
    certificates: 30,
    copiedWorlds: 4,
    refusedSignatures: 200,
    unopenedScas: 50,
    eventStreams: 120,
    importBytes: 1_000_000,
  });
  for (const [part, { heapMb, residentMb }] of memory) {
    t.diagnostic(`${part}: ${heapMb} MB in use, ${residentMb} MB resident`);
  }
  const [before, after] = [memory.get("before"), memory.get("imports")];
  assert.ok(before !== undefined && after !== undefined);
  assert.ok(
    after.heapMb <= 1.5 * before.heapMb,
    `${before.heapMb} MB before, ${after.heapMb} after`,
  );
});
