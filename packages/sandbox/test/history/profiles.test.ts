import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { type AccountId, ConfigurationRefused, isBankDay } from "@varde/bank";
import { type AccountDataProfile, accountDataProfiles, isInvalid } from "@varde/protocol";
import { dataSet, startBank } from "../../src/index.ts";
import { Temporal } from "../../src/temporal.ts";
import { aSandbox, liveQuarter, type Sandbox, type Seen, watched } from "./a-quarter.ts";

const { people } = dataSet;
const cards: readonly AccountId[] = Object.values(people).map(({ card }) => card.accountId);

describe("90 days under the account-data profiles", () => {
  let sandbox: Sandbox;
  const quarters = new Map<string, Promise<readonly Seen[]>>();
  before(async () => {
    sandbox = await aSandbox();
  });
  after(() => sandbox.storage.close());

  const live = (...profiles: readonly AccountDataProfile[]): Promise<readonly Seen[]> => {
    const key = profiles.join();
    const quarter = quarters.get(key) ?? liveQuarter(sandbox, profiles);
    quarters.set(key, quarter);
    return quarter;
  };

  test("PRO-02: without a profile the data are those of before there were profiles", async () => {
    assert.equal(fingerprint(await live()), fingerprintBefore);
  });

  for (const profile of [...accountDataProfiles, "all of them"] as const) {
    test(`PRO-10: ${profile}: nothing booked changes, and the balance is its sum`, async () => {
      const seen = await live(...(profile === "all of them" ? accountDataProfiles : [profile]));
      assert.notEqual(fingerprint(seen), fingerprintBefore, "the profile changes nothing");
      assertBookedStays(seen);
      assertSumsToBalance(seen, await live());
    });
  }

  test("PRO-10: the same seed repeats every entry, and another seed does not", async () => {
    const days = 30;
    const once = (await live(...accountDataProfiles)).slice(0, days * watched.length);
    assert.deepEqual(await liveQuarter(sandbox, accountDataProfiles, days), once);
    const other = await aSandbox(7);
    try {
      assert.notDeepEqual(await liveQuarter(other, accountDataProfiles, days), once);
    } finally {
      await other.storage.close();
    }
  });

  test("PRO-01: the id of a pending entry changes each day, and when it is booked", async () => {
    const seen = await live(...accountDataProfiles);
    const daysOfId = Map.groupBy(
      seen.flatMap(({ day, pending }) => pending.map((one) => ({ day, ...one }))),
      ({ transactionId = "" }) => transactionId,
    );
    assert(daysOfId.size > 20 && !daysOfId.has(""));
    for (const [, entries] of daysOfId) assert.equal(entries.length, 1);
    const booked = seen.flatMap((one) => one.booked.map(({ transactionId }) => transactionId));
    assert(booked.every((id) => !daysOfId.has(id)));
    for (const { pending } of seen) {
      assert.equal(new Set(pending.map((one) => one.transactionId)).size, pending.length);
    }
  });

  test("PRO-03: a reservation is booked with another amount, in 1 to 3 bank days", async () => {
    const settled = settlements(await live("pending-amounts"));
    assert(settled.length > 10);
    for (const { pending, booked, bankDays } of settled) {
      assert.equal(booked.length, 1);
      assert.notEqual(booked[0]?.amountMinor, pending[0]?.amountMinor);
      assert(bankDays >= 1 && bankDays <= 3, `${bankDays} bank days`);
    }
    const reserved = settled.flatMap(({ pending }) => pending.map((one) => one.amountMinor));
    assert(reserved.includes(-1_500_00n));
  });

  test("PRO-04: two reservations become one entry, and one becomes two", async () => {
    const settled = settlements(await live("pending-merged"));
    const shapes = settled.map(({ pending, booked }) => `${pending.length} to ${booked.length}`);
    assert.deepEqual([...new Set(shapes)].sort(), ["1 to 2", "2 to 1"]);
    for (const { pending, booked } of settled) assert.equal(sum(pending), sum(booked));
  });

  test("PRO-05: card purchases are booked on the first of the next month", async () => {
    const seen = await live("card-month-end");
    const purchases = last(seen)
      .filter(({ accountId }) => cards.includes(accountId))
      .flatMap(({ booked }) => booked)
      .filter(({ purchasedOn }) => purchasedOn !== undefined);
    assert(purchases.length > 10);
    for (const { bookingDate, bookedAt, purchasedOn = "" } of purchases) {
      assert.equal(bookingDate, firstOfNextMonth(purchasedOn));
      assert(Date.parse(bookingDate) > bookedAt, "it is dated after the day it appears on");
    }
  });

  test("PRO-06: entries appear with a booking date of one to five days ago", async () => {
    const late = newEntries(await live("back-dated"))
      .map(({ day, booked }) => ({ ...booked, daysLate: daysBetween(booked.bookingDate, day) }))
      .filter(({ daysLate, bookingDate }) => daysLate > 0 && isBankDay(bookingDate));
    const words = new Set(late.map((one) => one.proprietaryBankTransactionCode));
    assert.deepEqual([...words].sort(), ["LØNN", "RENTER"]);
    for (const { daysLate } of late) assert(daysLate <= 5, `${daysLate} days late`);
    const [correction] = late.filter(({ remittance }) => remittance[0] === "Korrigert lønn");
    assert(correction !== undefined);
  });

  test("PRO-07: a reversal is an opposite entry with the same reference", async () => {
    const booked = last(await live("reversals")).flatMap((one) => one.booked);
    const reversals = booked.filter(({ remittance }) => remittance[0] === "Reversering");
    assert(reversals.length > 5);
    for (const { entryReference, amountMinor, debtor, bookingDate } of reversals) {
      const [original, ...more] = booked.filter(
        (one) => one.entryReference === entryReference && one.amountMinor < 0n,
      );
      assert(original !== undefined && more.length === 0 && entryReference !== undefined);
      assert.equal(original.amountMinor, -amountMinor);
      assert.equal(original.creditor?.name, debtor?.name);
      const bankDays = countBankDays(original.bookingDate, bookingDate);
      assert(bankDays >= 1 && bankDays <= 3, `${bankDays} bank days`);
    }
  });

  test("PRO-08: names have 27 capitals at most, or are in the remittance", async () => {
    const usual = new Map(entriesById(await live()));
    let missing = 0;
    for (const [id, entry] of entriesById(await live("names-cut"))) {
      const before = usual.get(id);
      const name = (before?.amountMinor ?? 0n) < 0n ? before?.creditor?.name : before?.debtor?.name;
      const party = entry.amountMinor < 0n ? entry.creditor : entry.debtor;
      const cut = name?.toUpperCase().slice(0, 27).trimEnd();
      if (party?.name === undefined && cut !== undefined) {
        missing += 1;
        assert.equal(entry.remittance[0], cut);
      } else assert.equal(party?.name, cut);
    }
    assert(missing > 20);
  });

  test("PRO-09: the account of the counterparty is in the details only", async () => {
    const worldId = await sandbox.openWorld(["late-details"]);
    const { coreBank } = sandbox.ports;
    const { accountId } = people.kari.current;
    const list = await coreBank.listTransactions(worldId, accountId, {
      from: "2026-10-01",
      place: { at: "offset", offset: 0 },
      limit: 100,
    });
    const listed = list.filter(({ creditor }) => creditor?.name === "Nettstien Mobil AS");
    assert(listed.length > 0);
    for (const { transactionId, creditor } of listed) {
      assert.deepEqual(creditor, { name: "Nettstien Mobil AS" });
      const details = await coreBank.readTransaction(worldId, accountId, transactionId);
      assert.equal(details?.creditor?.bban, dataSet.payees.mobile.bban);
    }
  });
});

describe("profiles that change generated transactions", () => {
  test("PRO-02: are refused at the start unless the history continues", async () => {
    await assert.rejects(
      startBank({ profiles: ["names-cut", "reversals", "back-dated"] }),
      (error) =>
        error instanceof ConfigurationRefused &&
        error.message ===
          "VARDE_PROFILES: reversals, back-dated change generated transactions, and the setting " +
            'history is "ends"; start the sandbox with VARDE_HISTORY=continues.',
    );
    const bank = await startBank({ profiles: ["names-cut"] });
    try {
      await assert.rejects(bank.profiles.set(["card-month-end"]), /VARDE_HISTORY=continues/);
      assert.deepEqual(await bank.profiles.set(["late-details", "pending-ids"]), [
        "pending-ids",
        "late-details",
      ]);
    } finally {
      await bank.close();
    }
  });

  test("PRO-02: what was begun is finished after the profiles are turned off", async () => {
    const sandbox = await aSandbox();
    try {
      const worldId = await sandbox.openWorld(["pending-merged"]);
      const { ports, clock } = sandbox;
      const pass = async (from: string, count: number) => {
        for (let at = 0; at < count; at += 1) {
          const day = Temporal.PlainDate.from(from).add({ days: at });
          const now = Date.parse(`${day}T05:00:00Z`);
          await clock.setClock(worldId, now, "fixed");
          if (isBankDay(day.toString())) await ports.coreBank.runClearing?.(worldId, now);
        }
      };
      const pending = async () =>
        (await Promise.all(watched.map((id) => ports.coreBank.listPending(worldId, id)))).flat();
      await pass("2026-11-02", 11);
      const [held, ...begun] = (await pending()).toSorted((one, other) => one.since - other.since);
      assert(held !== undefined && begun.length > 0);
      assert(!isInvalid(await sandbox.worlds.setProfiles(worldId, [])));
      await pass("2026-11-13", 8);
      assert.deepEqual(await pending(), [held]);
      assert.deepEqual(await sandbox.ledger.checkBooks(worldId), []);
    } finally {
      await sandbox.storage.close();
    }
  });
});

/** SHA-256 of what was seen in 90 days by the version before profiles existed. */
const fingerprintBefore = "9e473ff3827f9dfc1df390152280ff64ac5e84ba0244d196725363136113c71d";

const fingerprint = (seen: readonly Seen[]): string =>
  createHash("sha256").update(toJson(seen)).digest("hex");

const toJson = (value: unknown): string =>
  JSON.stringify(value, (_, one) => (typeof one === "bigint" ? String(one) : one));

const last = (seen: readonly Seen[]): readonly Seen[] => seen.slice(-watched.length);

const sum = (entries: readonly { readonly amountMinor: bigint }[]): bigint =>
  entries.reduce((total, { amountMinor }) => total + amountMinor, 0n);

/** STA-06, STA-08: what was booked once is there on every later day, unchanged. */
const assertBookedStays = (seen: readonly Seen[]): void => {
  for (const [, days] of Map.groupBy(seen, ({ accountId }) => accountId)) {
    for (const [at, { booked }] of days.entries()) {
      const next = days[at + 1];
      if (next === undefined) break;
      const later = new Map(next.booked.map((one) => [one.transactionId, toJson(one)]));
      for (const one of booked) assert.equal(later.get(one.transactionId), toJson(one));
    }
  }
};

/** Compares with the balance on the first day of the world without profiles. */
const assertSumsToBalance = (seen: readonly Seen[], usual: readonly Seen[]): void => {
  const opening = new Map(
    usual
      .slice(0, watched.length)
      .map(({ accountId, balances, booked }) => [accountId, balances.bookedMinor - sum(booked)]),
  );
  for (const { accountId, balances, booked, pending } of seen) {
    assert.equal(balances.bookedMinor, (opening.get(accountId) ?? 0n) + sum(booked));
    assert.equal(balances.expectedMinor, balances.bookedMinor + sum(pending));
  }
};

const entriesById = (seen: readonly Seen[]) =>
  last(seen).flatMap(({ booked }) => booked.map((one) => [one.transactionId, one] as const));

/** Returns the entries that a day has and the day before had not. */
const newEntries = (seen: readonly Seen[]) =>
  [...Map.groupBy(seen, ({ accountId }) => accountId).values()].flatMap((days) =>
    days.flatMap(({ day, booked }, at) => {
      const before = new Set(days[at - 1]?.booked.map(({ transactionId }) => transactionId));
      return booked
        .filter(({ transactionId }) => !before.has(transactionId))
        .map((one) => ({ day, booked: one }));
    }),
  );

/** Joins the pending entries of a shop that vanish on a day with what is booked there then. */
const settlements = (seen: readonly Seen[]) =>
  [...Map.groupBy(seen, ({ accountId }) => accountId).values()].flatMap((days) =>
    days.flatMap(({ day, pending, booked }, at) => {
      const before = days[at - 1];
      const left = new Set(pending.map(({ since }) => since));
      const ended = before?.pending.filter(({ since }) => !left.has(since)) ?? [];
      const known = new Set(before?.booked.map(({ transactionId }) => transactionId));
      const added = booked.filter(({ transactionId }) => !known.has(transactionId));
      // The date of the purchase tells those of one shop apart.
      const key = (one: (typeof added)[number] | (typeof ended)[number]) =>
        `${one.creditor?.name} ${one.purchasedOn}`;
      return [...Map.groupBy(ended, key)].map(([name, group]) => ({
        pending: group,
        booked: added.filter((one) => key(one) === name),
        bankDays: countBankDays(new Date(group[0]?.since ?? 0).toISOString().slice(0, 10), day),
      }));
    }),
  );

const daysBetween = (from: string, to: string): number =>
  Temporal.PlainDate.from(from).until(to).days;

const countBankDays = (from: string, to: string): number =>
  Array.from({ length: daysBetween(from, to) }, (_, at) =>
    Temporal.PlainDate.from(from)
      .add({ days: at + 1 })
      .toString(),
  ).filter(isBankDay).length;

const firstOfNextMonth = (day: string): string =>
  Temporal.PlainDate.from(day).with({ day: 1 }).add({ months: 1 }).toString();
