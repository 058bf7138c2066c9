import { integer, type RecordOf, type Storage, sql, table, text } from "@varde/storage";
import type { ChainPlace } from "./audit-chain.ts";
import { auditHash } from "./audit-hash.ts";

/** The content of each kind of seal. */
export interface SealContents {
  /** The heads of the chains that grew since the last seal. */
  readonly entries: readonly ChainPlace[];
  /** The last entries that were deleted after their retention period. */
  readonly retention: readonly ChainPlace[];
  /** The ids of erased subjects, which say nothing about the person. */
  readonly erasure: readonly string[];
}

export type SealKind = keyof SealContents;

export const auditSealTable = table("audit_seal", {
  number: integer,
  at: integer,
  kind: text<SealKind>(),
  /** The content as JSON. */
  content: text(),
  hash: text(),
});

/**
 * An act on the audit of the whole bank: sealing the heads of all chains, deleting entries after
 * their retention period, or erasing a person. Seals are never deleted.
 */
export interface AuditSeal extends RecordOf<typeof auditSealTable> {}

/** Returns the hash of a seal, which includes that of the seal before it. */
export const hashSeal = (
  previous: string,
  { number, at, kind, content }: Omit<AuditSeal, "hash">,
): string => auditHash(previous + JSON.stringify([number, at, kind, content]));

const sealsPerPage = 500;

/** Yields the seals in their order, until the one with this number. */
export async function* listSeals(
  storage: Storage,
  until = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<AuditSeal> {
  for (let after = 0; ; ) {
    const page = await storage.read(() =>
      auditSealTable.all(
        sql`select * from audit_seal where number > ${after} and number <= ${until}
          order by number limit ${sealsPerPage}`,
      ),
    );
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.number;
  }
}
