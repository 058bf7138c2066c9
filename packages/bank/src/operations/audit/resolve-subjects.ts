import assert from "node:assert/strict";
import crypto from "node:crypto";
import { all, jsonRows, run, sql, type Unit } from "@varde/storage";
import {
  auditSubjectTable,
  hashAccounts,
  hashSubject,
  type SubjectKey,
  unknownPerson,
} from "./audit-subject.ts";
import type { AuditedAccess } from "./audited-access.ts";

/** The ids of subjects by their cache key. */
export type SubjectIds = ReadonlyMap<string, string>;

/** Returns the key under which a process caches the subject of an access; "" for none. */
export const subjectCacheKey = ({
  tpp,
  personId = unknownPerson,
  accountIds,
}: AuditedAccess): string => {
  if (personId === unknownPerson && accountIds.length === 0) return "";
  const accounts = accountIds.length === 1 ? accountIds[0] : accountIds.join("\n");
  return `${tpp.worldId}\n${personId}\n${accounts}`;
};

/** A subject to store, unless it is stored already. */
export interface NewSubject extends SubjectKey {
  readonly cacheKey: string;
  readonly accountsKey: string;
  readonly salt: string;
  readonly subjectId: string;
}

/** Describes the subject of an access, with a random salt. */
export const describeSubject = (access: AuditedAccess): NewSubject => {
  const accountIds = access.accountIds.toSorted();
  const { tpp, personId = unknownPerson } = access;
  const key = { worldId: tpp.worldId, personId, accountIds };
  const salt = crypto.randomBytes(16).toString("base64url");
  return {
    ...key,
    cacheKey: subjectCacheKey(access),
    accountsKey: hashAccounts(accountIds),
    salt,
    subjectId: hashSubject(salt, key),
  };
};

/** Stores the subjects that are not stored yet, and returns the ids of all. */
export function* resolveSubjects(
  subjects: readonly NewSubject[],
  now: number,
): Unit<Map<string, string>> {
  if (subjects.length === 0) return new Map();
  const rows = subjects.map(({ subjectId, worldId, personId, accountsKey, salt }) => [
    subjectId,
    worldId,
    personId,
    accountsKey,
    salt,
  ]);
  yield* run(
    sql`insert into audit_subject (${auditSubjectTable.columns})
      select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4,
        cast(${now} as bigint)
      from ${jsonRows(rows)} where true on conflict do nothing`,
  );
  // Looks up each subject by the index. PostgreSQL would run a join as a scan of the whole table.
  const found = yield* all<{ new_id: string; subject_id: string | null }>(
    sql`select value ->> 0 as new_id, (
        select subject_id from audit_subject where world_id = value ->> 1
          and person_id = value ->> 2 and accounts_key = value ->> 3
      ) as subject_id
      from ${jsonRows(rows)}`,
  );
  const stored = new Map(found.map((row) => [row.new_id, row.subject_id]));
  const storedId = ({ subjectId }: NewSubject): string => {
    const id = stored.get(subjectId);
    assert(id, "a subject was not stored");
    return id;
  };
  const accounts = subjects
    .filter((subject) => storedId(subject) === subject.subjectId)
    .flatMap(({ subjectId, accountIds }) => accountIds.map((id) => [subjectId, id]));
  if (accounts.length > 0) {
    yield* run(
      sql`insert into audit_subject_account (subject_id, account_id)
        select value ->> 0, value ->> 1 from ${jsonRows(accounts)} where true
        on conflict do nothing`,
    );
  }
  return new Map(subjects.map((subject) => [subject.cacheKey, storedId(subject)]));
}
