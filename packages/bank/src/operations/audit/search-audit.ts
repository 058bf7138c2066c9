import { all, inList, type Statement, type Storage, sql } from "@varde/storage";
import type { AccountId, PersonId } from "../../ports/ids.ts";
import { type AuditActor, auditActorTable } from "./audit-actor.ts";
import { type AuditEntry, auditEntryTable } from "./audit-entry.ts";
import { type AuditSubject, readSubjects } from "./audit-subject.ts";

const entriesPerPage = 500;

/** The accesses to find. What is left out does not matter. */
export interface AuditFilter {
  readonly personId?: PersonId | undefined;
  readonly accountId?: AccountId | undefined;
  /** The TPP's authorisation number, as in its certificate. */
  readonly tpp?: string | undefined;
  /** The first instant, in epoch milliseconds. */
  readonly from?: number | undefined;
  /** The first instant that is too late. */
  readonly until?: number | undefined;
}

/** An access with its TPP, its person and its accounts. */
export interface FoundAccess {
  readonly entry: AuditEntry;
  /** Undefined for an entry about the audit itself. */
  readonly actor: AuditActor | undefined;
  /** Undefined if the PSU is not known, or was erased. */
  readonly subject: AuditSubject | undefined;
}

/** Yields the accesses that match, oldest first. The bank may be running. */
export async function* searchAudit(
  storage: Storage,
  filter: AuditFilter = {},
): AsyncGenerator<FoundAccess> {
  const { tpp } = filter;
  const actorIds = tpp === undefined ? undefined : await listActorIds(storage, tpp);
  const subjectIds = await listSubjectIds(storage, filter);
  let after: Place = { at: filter.from ?? 0, chainId: 0, number: 0 };
  const until = filter.until ?? Number.MAX_SAFE_INTEGER;
  for (;;) {
    const statement =
      subjectIds === undefined
        ? selectByTime(after, until)
        : selectBySubject(subjectIds, after, until);
    const page = await storage.read(() => auditEntryTable.all(statement));
    const matching =
      actorIds === undefined
        ? page
        : page.filter(({ actorId }) => actorId !== undefined && actorIds.has(actorId));
    yield* await addDetails(storage, matching);
    const last = page.at(-1);
    if (last === undefined || page.length < entriesPerPage) return;
    after = last;
  }
}

type Place = Pick<AuditEntry, "at" | "chainId" | "number">;

const selectByTime = ({ at, chainId, number }: Place, until: number): Statement =>
  sql`select * from audit_entry
    where at >= ${at} and at < ${until} and (at, chain_id, number) > (${at}, ${chainId}, ${number})
    order by at, chain_id, number limit ${entriesPerPage}`;

const selectBySubject = (
  subjectIds: readonly string[],
  { at, chainId, number }: Place,
  until: number,
): Statement =>
  sql`select * from audit_entry
    where subject_id ${inList(subjectIds)} and at >= ${at} and at < ${until}
      and (at, chain_id, number) > (${at}, ${chainId}, ${number})
    order by at, chain_id, number limit ${entriesPerPage}`;

const listActorIds = async (storage: Storage, tpp: string): Promise<ReadonlySet<string>> => {
  const rows = await storage.read(() =>
    all<{ actor_id: string }>(sql`select actor_id from audit_actor where identifier = ${tpp}`),
  );
  return new Set(rows.map(({ actor_id }) => actor_id));
};

/** Lists the subjects of the person, or of all who use the account; undefined to find everybody. */
const listSubjectIds = async (
  storage: Storage,
  { personId, accountId }: AuditFilter,
): Promise<readonly string[] | undefined> => {
  let statement: Statement;
  if (accountId !== undefined) {
    statement = sql`select s.subject_id, s.person_id from audit_subject_account a
      join audit_subject s on s.subject_id = a.subject_id
      where a.account_id = ${accountId}`;
  } else if (personId !== undefined) {
    statement = sql`select subject_id, person_id from audit_subject where person_id = ${personId}`;
  } else return undefined;
  const subjects = await storage.read(() =>
    all<{ subject_id: string; person_id: string }>(statement),
  );
  return subjects
    .filter(({ person_id }) => personId === undefined || person_id === personId)
    .map(({ subject_id }) => subject_id);
};

/** Adds the TPP, the person and the accounts of each entry. */
const addDetails = async (
  storage: Storage,
  entries: readonly AuditEntry[],
): Promise<readonly FoundAccess[]> => {
  if (entries.length === 0) return [];
  const actorIds = new Set(entries.flatMap(({ actorId }) => actorId ?? []));
  const subjectIds = new Set(entries.flatMap(({ subjectId }) => subjectId ?? []));
  const actors = await storage.read(() =>
    auditActorTable.all(sql`select * from audit_actor where actor_id ${inList([...actorIds])}`),
  );
  const subjects = await storage.read(() =>
    readSubjects(sql`select * from audit_subject where subject_id ${inList([...subjectIds])}`),
  );
  const actorsById = new Map<string | undefined, AuditActor>(
    actors.map((actor) => [actor.actorId, actor]),
  );
  const subjectsById = new Map<string | undefined, AuditSubject>(
    subjects.map((subject) => [subject.subjectId, subject]),
  );
  return entries.map((entry) => ({
    entry,
    actor: actorsById.get(entry.actorId),
    subject: subjectsById.get(entry.subjectId),
  }));
};
