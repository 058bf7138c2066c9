import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { all, run, type Statement, type Storage, sql } from "@varde/storage";
import { meet, onBothEngines } from "@varde/testkit/storage";
import { sandboxConfiguration } from "../../../src/configuration/bank-configuration.ts";
import { bankMigrations } from "../../../src/migrations/index.ts";
import { forgetOldRows } from "../../../src/operations/stored-data/forget-old-rows.ts";
import { retentionMs } from "../../../src/operations/stored-data/retention-ms.ts";

const at = Date.parse("2026-11-16T04:00:00Z");

const visit = (id: string, world: string, touchedAt: number): Statement =>
  sql`insert into own_visit (cookie_hash, world_id, person_id, attempts, touched_at)
    values (${id}, ${world}, 'person', 0, ${touchedAt})`;

const challenge = (id: string, world: string, expiresAt: number): Statement =>
  sql`insert into app_challenge (challenge_id, world_id, person_id, step, subject, text, message,
      code, status, expires_at)
    values (${id}, ${world}, 'person', 'approve', 'payment', '', '', '0000', 'waiting',
      ${expiresAt})`;

const access = (id: string, world: string, lastAt: number): Statement =>
  sql`insert into unattended_access (world_id, consent_id, account_id, kind, first_at, second_at,
      third_at, last_at)
    values (${world}, ${id}, 'account', 'balances', 0, 0, 0, ${lastAt})`;

const sca = (id: string, world: string, touchedAt: number, kind: string): Statement =>
  sql`insert into sca (sca_id, link_hash, world_id, tpp_id, tpp_name, session_id, redirect_uri,
      subject_kind, status, version, attempts, created_at, touched_at)
    values (${id}, ${id}, ${world}, 'tpp', 'TPP', 'session', 'https://tpp.example', ${kind},
      'finalised', 0, 0, 0, ${touchedAt})`;

const session = (id: string, world: string, authenticatedAt: number): Statement =>
  sql`insert into session (world_id, tpp_id, person_id, session_id, context, authenticated_at)
    values (${world}, 'tpp', 'person', ${id}, 'PRIVATE', ${authenticatedAt})`;

const consent = (id: string, world: string, renewedAt: number): Statement[] => [
  sql`insert into consent (consent_id, world_id, tpp_id, tpp_name, person_id, agreement_id,
      granted_at, renewed_at)
    values (${id}, ${world}, 'tpp', 'TPP', ${id}, 'agreement', 0, ${renewedAt})`,
  sql`insert into consent_account (world_id, consent_id, account_id, granted_at)
    values (${world}, ${id}, 'account', 0)`,
];

const event = (id: string, world: string, kind: string): Statement =>
  sql`insert into event (event_id, world_id, subject_kind, subject_id, name, actor, happened_at)
    values (${`${kind} of ${id}`}, ${world}, ${kind}, ${id}, 'begun', 'person', 0)`;

/** Inserts a row of each kind that has a retention period, with the given age. */
const rowsOfAge = (ageOf: (keptMs: number) => number, id: string, world: string): Statement[] => {
  const since = (kept: keyof typeof retentionMs) => at - ageOf(retentionMs[kept]);
  return [
    visit(id, world, since("ownVisit")),
    challenge(id, world, since("appChallenge")),
    access(id, world, since("unattendedAccess")),
    sca(`${id}-consent`, world, since("scaWithoutPayment"), "consent"),
    sca(`${id}-identification`, world, since("scaWithoutPayment"), "identification"),
    session(id, world, since("session")),
    ...consent(id, world, since("consent")),
    event(`${id}-consent`, world, "sca"),
    event(id, world, "consent"),
    event(id, world, "payment"),
  ];
};

const listed = (storage: Storage): Promise<readonly string[]> =>
  storage.read(function* () {
    const rows = yield* all<{ id: string }>(
      sql`select 'visit ' || cookie_hash as id from own_visit
        union all select 'challenge ' || challenge_id from app_challenge
        union all select 'access ' || consent_id from unattended_access
        union all select 'sca ' || sca_id from sca
        union all select 'session ' || session_id from session
        union all select 'consent ' || consent_id from consent
        union all select 'account ' || consent_id from consent_account
        union all select 'event ' || event_id from event where subject_kind <> 'payment'`,
    );
    const ofNeighbour = / (?:neighbour-|01900000-)/;
    return rows
      .map(({ id }) => id)
      .filter((id) => !ofNeighbour.test(id))
      .toSorted();
  });

const rowNames = (id: string) => [
  `access ${id}`,
  `account ${id}`,
  `challenge ${id}`,
  `consent ${id}`,
  `event consent of ${id}`,
  `event sca of ${id}-consent`,
  `sca ${id}-consent`,
  `sca ${id}-identification`,
  `session ${id}`,
  `visit ${id}`,
];

describe("old rows", () => {
  onBothEngines(bankMigrations, (storage, engine) => {
    it("are deleted when their period ends, to the millisecond, in one world", async () => {
      await storage().write(() =>
        run(
          ...rowsOfAge((kept) => kept, "over", "world"),
          ...rowsOfAge((kept) => kept - 1, "kept", "world"),
          ...rowsOfAge((kept) => 2 * kept, "elsewhere", "another"),
          ...["payment", "cancellation", "basket"].map((kind) => sca(kind, "world", 0, kind)),
        ),
      );
      await forgetOldRows("world", at, { storage: storage(), configuration: sandboxConfiguration });
      const authorisations = ["sca payment", "sca cancellation", "sca basket"];
      assert.deepEqual(
        await listed(storage()),
        [...rowNames("kept"), ...rowNames("elsewhere"), ...authorisations].toSorted(),
      );
    });

    it("are all deleted in one run, however many turns it takes", async () => {
      const ids = Array.from({ length: 1_201 }, (_, number) => `many-${number}`);
      await storage().write(() =>
        run(...ids.flatMap((id) => [visit(id, "many", 0), ...consent(id, "many", 0)])),
      );
      await forgetOldRows("many", at, { storage: storage(), configuration: sandboxConfiguration });
      const left = (await listed(storage())).filter((name) => name.includes("many"));
      assert.deepEqual(left, []);
    });

    // SQLite runs one unit at a time.
    if (engine === "sqlite") return;

    it("are not deleted if they are renewed at the same time", async () => {
      const renewals = [
        sql`update own_visit set touched_at = ${at} where world_id = 'renewed'`,
        sql`update unattended_access set last_at = ${at} where world_id = 'renewed'`,
        sql`update session set authenticated_at = ${at} where world_id = 'renewed'`,
        sql`update consent set renewed_at = ${at} where world_id = 'renewed'`,
      ];
      await storage().write(() => run(...rowsOfAge((kept) => kept, "renewed", "renewed")));
      await meet(
        (unit) => storage().write(unit),
        () => run(...renewals),
        () =>
          forgetOldRows("renewed", at, { storage: storage(), configuration: sandboxConfiguration }),
      );
      const left = (await listed(storage())).filter((name) => name.includes("renewed"));
      assert.deepEqual(
        left,
        rowNames("renewed").filter((name) => !/^(?:sca|challenge|event sca)/.test(name)),
      );
    });
  });
});
