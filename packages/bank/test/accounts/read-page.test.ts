import assert from "node:assert/strict";
import { test } from "node:test";
import { readPage } from "../../src/accounts/read-page.ts";
import type { Bank } from "../../src/bank.ts";
import type { CoreAccount, CorePending } from "../../src/ports/core-bank.ts";

const day = (date: string) => Date.parse(`${date}T12:00:00Z`);
const pending = ["2026-11-01", "2026-11-10"].map((date) => ({ since: day(date) }) as CorePending);
const listing = {
  bookingStatus: "pending",
  from: "2026-11-05",
  to: undefined,
  limit: 200,
  offset: 0,
  page: undefined,
  pageOwner: "",
} as const;
const call = { startedAt: day("2026-11-15"), isFurtherPage: false, headers: {} };

/** Counts the pending movements shown for a listing that starts after the first of two. */
const countShown = async (isCard: boolean, mode: "sandbox" | "production") => {
  const coreBank = { listPending: async () => pending };
  const bank = { configuration: { mode }, coreBank } as unknown as Bank;
  const account = { accountId: "a", isCard } as CoreAccount;
  return (await readPage(account, "w", listing, call, bank)).pending.length;
};

test("LIM-17: shows every pending movement of an account in production", async () => {
  assert.equal(await countShown(false, "production"), 2);
});

test("LIM-18: filters pending movements in the sandbox and of cards everywhere", async () => {
  assert.equal(await countShown(false, "sandbox"), 1);
  assert.equal(await countShown(true, "production"), 1);
});
