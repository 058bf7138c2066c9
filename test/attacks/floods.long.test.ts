import assert from "node:assert/strict";
import { test } from "node:test";
import { aBank } from "@varde/testkit/bank";
import { atScale } from "@varde/testkit/rounds";
import { TestAuthority } from "@varde/testkit/tpp";
import { floodBank } from "./flood-bank.ts";

const share = atScale({ slice: 0.02, long: 1 });
const flood = {
  certificates: 2_000 * share,
  copiedWorlds: 500 * share,
  refusedSignatures: 20_000 * share,
  unopenedScas: 5_000 * share,
  eventStreams: 1_000,
  importBytes: 20_000_000,
};

test("A35: memory returns to what it was after a flood of everything", async (t) => {
  const authority = new TestAuthority();
  await using bank = await aBank({ bank: { anchors: [authority.certificate] }, engine: "sqlite" });
  const memory = await floodBank(bank, authority, flood);
  for (const [part, { heapMb, residentMb }] of memory) {
    t.diagnostic(`${part}: ${heapMb} MB in use, ${residentMb} MB resident`);
  }
  const [before, after] = [memory.get("before"), memory.get("imports")];
  assert.ok(before !== undefined && after !== undefined);
  assert.ok(
    after.heapMb <= 1.5 * before.heapMb,
    `${before.heapMb} MB before, ${after.heapMb} after`,
  );
  // The attacker is in this process too. Importing without limits left ten times as much.
  assert.ok(after.residentMb <= 2 * before.residentMb, `${after.residentMb} MB resident after`);
});
