import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { openStorage, type Storage } from "@varde/storage";
import { aMigratedDatabase, engines } from "@varde/testkit/storage";
import { bankMigrations } from "../../../../src/migrations/index.ts";
import {
  parseAnchorLine,
  readAnchorLine,
} from "../../../../src/operations/audit/verify/seal-anchor.ts";
import { verifyAudit } from "../../../../src/operations/audit/verify/verify-audit.ts";
import { aFinishedRequest, anAuditTrail, aSealKey } from "../an-audit.ts";
import {
  type AuditRows,
  changeUnsealed,
  dayMs,
  readRows,
  rehash,
  replaceRows,
  tamperings,
} from "./tamperings.ts";

const backup = "the database is restored from a backup";
const clock = "the clock of the bank is set back";
const running = "an entry is changed before its process seals it";
const killed = "an entry is changed that a killed process has not sealed";
const made = [backup, clock, running, killed] as const;
type Made = (typeof made)[number];

/** The verdict without and with anchors, of signed seals, then of unsigned ones. */
type Verdicts = readonly [string, string, string, string];
const byAnyMeans: Verdicts = ["found", "found", "not found", "found"];
const byAnchorsOnly: Verdicts = ["not found", "found", "not found", "found"];

const verdicts: Readonly<Record<keyof typeof tamperings | Made, Verdicts>> = {
  "an entry is changed": byAnyMeans,
  "an entry is deleted": byAnyMeans,
  "two entries are swapped": byAnyMeans,
  "an entry is inserted between others": byAnyMeans,
  "an entry is added after the others": byAnyMeans,
  "the end of a chain is cut off": byAnyMeans,
  "the chain of one process is removed": byAnyMeans,
  "a deletion by retention is forged": byAnyMeans,
  "a seal is replaced": byAnyMeans,
  [clock]: ["found", "found", "found", "found"],
  [backup]: byAnchorsOnly,
  "all signatures are removed, and an entry is changed": [
    "shown as unsigned",
    "found",
    "not found",
    "found",
  ],
  [running]: ["found", "found", "found", "found"],
  [killed]: ["shown as left", "shown as left", "shown as left", "shown as left"],
};

const retentionMs = 30 * dayMs;

const start = Date.now() - 40 * dayMs;

/** Writes three chains with seven seals, one of retention, and two entries without a seal. */
const writeAudit = async (storage: Storage, sealKey: ReturnType<typeof aSealKey>) => {
  let now = start;
  const options = { signer: sealKey.signer, now: () => now };
  const [one, two] = [anAuditTrail(storage, options).trail, anAuditTrail(storage, options).trail];
  const write = async (trail: typeof one, day: number, count: number) => {
    now = start + day * dayMs;
    for (let at = 1; at <= count; at += 1) {
      trail.record(aFinishedRequest({ requestId: `${day} ${at}`, at: now }));
    }
    await trail.flush();
  };
  await write(one, 0, 4);
  await one.seal();
  await write(one, 37, 6);
  await write(two, 37, 5);
  await one.seal();
  await two.seal();
  now = start + 38 * dayMs;
  await one.deleteExpired(retentionMs);
  const stopped = anAuditTrail(storage, options).trail;
  await write(stopped, 38, 2);
  await stopped.close();
  const saved = await readRows(storage);
  await write(two, 39, 3);
  await two.seal();
  await write(one, 39.5, 2);
  await one.seal();
  const anchor = parseAnchorLine((await readAnchorLine(storage)) ?? "");
  assert(anchor !== undefined);
  await write(one, 40, 2);
  const intact = await readRows(storage);
  await replaceRows(storage, rehash(changeUnsealed(intact)));
  now = start + 40.1 * dayMs;
  await two.sealLeft();
  const sealedByOther = await readRows(storage);
  await replaceRows(storage, rehash(changeUnsealed(intact)));
  await one.seal();
  const sealedByItself = await readRows(storage);
  // The bank goes on with a clock that is two days behind.
  await replaceRows(storage, intact);
  await write(one, 38, 1);
  await one.seal();
  const others: Readonly<Record<Made, AuditRows>> = {
    [backup]: saved,
    [clock]: await readRows(storage),
    [running]: sealedByItself,
    [killed]: sealedByOther,
  };
  return { intact, anchor, others };
};

const withoutSignatures = (rows: AuditRows): AuditRows => ({
  ...rows,
  seals: rows.seals.map((seal) => ({ ...seal, signature: undefined, keyHash: undefined })),
});

const kinds = Object.keys(verdicts) as (keyof typeof verdicts)[];
/** The kinds whose rows can be combined. */
const combined = kinds.slice(0, -3);
const isMade = (kind: (typeof kinds)[number]): kind is Made => made.some((each) => each === kind);

for (const engine of engines) {
  describe(`A33: an audit on ${engine} that somebody with its database changes`, () => {
    const stack = new AsyncDisposableStack();
    const sealKey = aSealKey();
    let storage: Storage;
    let audit: Awaited<ReturnType<typeof writeAudit>>;
    before(async () => {
      const { location } = stack.use(await aMigratedDatabase(engine, bankMigrations));
      storage = await openStorage({ location, migrations: bankMigrations });
      stack.defer(() => storage.close());
      audit = await writeAudit(storage, sealKey);
    });
    after(() => stack.disposeAsync());

    /** Tampers with the rows, and calculates the hashes again. */
    const tamper = (names: readonly (typeof kinds)[number][]): AuditRows => {
      const start = names.reduce(
        (rows, name) => (isMade(name) ? audit.others[name] : rows),
        audit.intact,
      );
      const changes = names.filter((name) => !isMade(name));
      if (changes.length === 0) return start;
      return rehash(changes.reduce((rows, name) => tamperings[name](rows), start));
    };

    const verify = async (rows: AuditRows, isSigned: boolean, hasAnchors: boolean) => {
      await replaceRows(storage, isSigned ? rows : withoutSignatures(rows));
      const { number, hash } = audit.anchor;
      const anchor = isSigned ? audit.anchor : { number, hash };
      const { faults, unsigned, left } = await verifyAudit(storage, {
        keys: isSigned ? [sealKey.publicKey] : [],
        anchors: hasAnchors ? [anchor] : [],
        retentionMs,
        now: start + 41 * dayMs,
      });
      if (faults.length > 0) return "found";
      if (left > 0) return "shown as left";
      return isSigned && unsigned > 0 ? "shown as unsigned" : "not found";
    };

    test("has no fault before, signed or not, with and without anchors", async () => {
      for (const isSigned of [true, false]) {
        for (const hasAnchors of [true, false]) {
          assert.equal(await verify(audit.intact, isSigned, hasAnchors), "not found");
        }
      }
    });

    for (const kind of kinds) {
      test(`${kind}: ${verdicts[kind].join(", ")}`, async () => {
        const rows = tamper([kind]);
        assert.deepEqual(
          [
            await verify(rows, true, false),
            await verify(rows, true, true),
            await verify(rows, false, false),
            await verify(rows, false, true),
          ],
          verdicts[kind],
        );
      });
    }

    test("is found with two kinds of changes together, if one of them alone is", async () => {
      let pairs = 0;
      for (const [at, first] of combined.entries()) {
        for (const second of combined.slice(at + 1)) {
          // The rows of a backup and of a bank whose clock was wrong cannot both be stored.
          if (first === clock && second === backup) continue;
          const rows = tamper([first, second]);
          pairs += 1;
          const isFound = [first, second].some((kind) => verdicts[kind][0] === "found");
          const found = await verify(rows, true, false);
          assert.equal(found, isFound ? "found" : "not found", `${first}, ${second}`);
          assert.equal(await verify(rows, true, true), "found", `${first}, ${second}`);
        }
      }
      assert.equal(pairs, 54);
    });
  });
}

test("A33: SECURITY.md says what is found, as the tests do", () => {
  const text = readFileSync(new URL("../../../../../../SECURITY.md", import.meta.url), "utf8");
  const rows = text.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
  for (const kind of kinds) {
    const row = rows.find((cells) => cells[1] === kind);
    assert.deepEqual(row?.slice(2, 6), verdicts[kind], kind);
  }
});
