import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import {
  type AccountId,
  type CoreBalances,
  type CoreBank,
  type CorePending,
  type CoreTransaction,
  isBankDay,
  osloInstant,
  type WorldId,
} from "@varde/bank";
import type { AccountDataProfile } from "@varde/protocol";
import { openStorage, type Storage } from "@varde/storage";
import { makePooledRsaKeys } from "@varde/testkit/keys";
import { openCertificateAuthority } from "../../src/certificate-authority/index.ts";
import { dataSet, everyMigration } from "../../src/index.ts";
import { createSandboxParts, type SandboxParts } from "../../src/sandbox-parts.ts";
import { Temporal } from "../../src/temporal.ts";

const firstDay = "2026-11-02";
const startAt = osloInstant(firstDay, "06:00");
const daysOfQuarter = 90;
/** Small, so that a list has many pages. */
const pageSize = 12;

const { kari, ase, ola } = dataSet.people;
export const watched: readonly AccountId[] = [
  kari.current.accountId,
  kari.card.accountId,
  ase.current.accountId,
  ase.card.accountId,
  kari.savings.accountId,
  ola.current.accountId,
];

/** A reservation that stays pending all the time, in every world. */
const held = {
  id: "held",
  accountId: kari.current.accountId,
  amountMinor: 250_00n,
  texts: { creditor: { name: "Bilutleie Sør" } },
};

/** An account on one day, as a reader sees it. */
export interface Seen {
  readonly day: string;
  readonly accountId: AccountId;
  readonly booked: readonly CoreTransaction[];
  readonly pending: readonly CorePending[];
  readonly balances: CoreBalances;
}

export interface Sandbox extends SandboxParts {
  openWorld(profiles: readonly AccountDataProfile[]): Promise<WorldId>;
}

export const aSandbox = async (seed?: number): Promise<Sandbox> => {
  const storage: Storage = await openStorage({
    location: { engine: "sqlite", memory: true },
    migrations: everyMigration,
    migrate: true,
  });
  const authority = await openCertificateAuthority({ makeRsaKeyPair: makePooledRsaKeys });
  const parts = createSandboxParts(storage, authority, {
    history: "continues",
    startAt,
    ...(seed === undefined ? {} : { seed }),
  });
  const openWorld = async (profiles: readonly AccountDataProfile[]) => {
    const worldId = await parts.worlds.resolveWorld({ tppId: randomUUID(), name: "Quarter" });
    await parts.worlds.setProfiles(worldId, profiles);
    await parts.worlds.copyDataSet(worldId);
    await parts.ledger.createReservation({ worldId, ...held }, BigInt(startAt));
    return worldId;
  };
  return { ...parts, openWorld };
};

/** Lets days pass in a new world, and reads the watched accounts on each of them. */
export const liveQuarter = async (
  sandbox: Sandbox,
  profiles: readonly AccountDataProfile[],
  days = daysOfQuarter,
): Promise<readonly Seen[]> => {
  const worldId = await sandbox.openWorld(profiles);
  const seen: Seen[] = [];
  let date = Temporal.PlainDate.from(firstDay);
  for (let left = days; left > 0; left -= 1) {
    const day = date.toString();
    // Reading every list twice more takes most of the time; each third day has every weekday, too.
    const isPaged = left % 3 === 0;
    seen.push(...(await liveDay(sandbox, worldId, day, isPaged)));
    date = date.add({ days: 1 });
  }
  assert.deepEqual(await sandbox.ledger.checkBooks(worldId), []);
  return seen;
};

/**
 * Reads the accounts once the day's entries are booked. If it is paged, the first page of each list
 * is taken before that, and the others after.
 */
const liveDay = async (
  { ports: { coreBank }, clock }: Sandbox,
  worldId: WorldId,
  day: string,
  isPaged: boolean,
): Promise<readonly Seen[]> => {
  const at = osloInstant(day, "06:00");
  await clock.setClock(worldId, at, "fixed");
  const before = isPaged
    ? await Promise.all(watched.map((id) => listWhole(coreBank, worldId, id)))
    : [];
  if (isBankDay(day)) await coreBank.runClearing?.(worldId, at);
  const seen: Seen[] = [];
  for (const [index, accountId] of watched.entries()) {
    const booked = await listWhole(coreBank, worldId, accountId);
    const old = before[index];
    if (old !== undefined) {
      const firstPage = old.slice(0, pageSize);
      assertCovers(await listPages(coreBank, worldId, accountId, firstPage), old);
    }
    const balances = await coreBank.readBalances(worldId, accountId);
    assert(balances !== undefined);
    const pending = await coreBank.listPending(worldId, accountId);
    seen.push({ day, accountId, booked, pending, balances });
  }
  return seen;
};

const allDays = { from: firstDay };

const listWhole = (coreBank: CoreBank, worldId: WorldId, accountId: AccountId) =>
  coreBank.listTransactions(worldId, accountId, {
    ...allDays,
    place: { at: "offset", offset: 0 },
    limit: 1_000,
  });

const listPage = (
  coreBank: CoreBank,
  worldId: WorldId,
  accountId: AccountId,
  last?: CoreTransaction,
) =>
  coreBank.listTransactions(worldId, accountId, {
    ...allDays,
    place: last === undefined ? { at: "offset", offset: 0 } : { at: "after", key: last },
    limit: pageSize,
  });

const listPages = async (
  coreBank: CoreBank,
  worldId: WorldId,
  accountId: AccountId,
  firstPage: readonly CoreTransaction[],
): Promise<readonly CoreTransaction[]> => {
  let page = firstPage;
  const listed = [...page];
  while (page.length === pageSize) {
    page = await listPage(coreBank, worldId, accountId, page.at(-1));
    listed.push(...page);
  }
  return listed;
};

/** Checks that a list that was interrupted repeats nothing and skips nothing that it had. */
const assertCovers = (
  listed: readonly CoreTransaction[],
  before: readonly CoreTransaction[],
): void => {
  const ids = listed.map(({ transactionId }) => transactionId);
  assert.equal(new Set(ids).size, ids.length, "a page repeats an entry");
  const found = new Set(ids);
  for (const { transactionId } of before) assert(found.has(transactionId), "a page skips one");
};
