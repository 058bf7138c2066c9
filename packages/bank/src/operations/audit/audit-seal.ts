import crypto, { type KeyObject } from "node:crypto";
import { integer, optional, type RecordOf, type Storage, sql, table, text } from "@varde/storage";
import type { ChainPlace } from "./audit-chain.ts";
import { auditHash } from "./audit-hash.ts";

/** The content of each kind of seal. */
export interface SealContents {
  /** The end of a process's own chain, or of chains whose process has not sealed them. */
  readonly entries: readonly EntryPlace[];
  /**
   * The last entries that are deleted after their retention period, each with the number of the
   * seal of entries that covers it; this seal shows how old the entries are.
   */
  readonly retention: readonly RetentionPlace[];
  /** The ids of erased subjects, which say nothing about the person. */
  readonly erasure: readonly string[];
}

/**
 * `ended`: the process has stopped, so that its chain never grows again. `left`: another process
 * has sealed it, because its own was killed; so nothing proves the entries since its last own seal.
 */
export type EntryPlace = readonly [...place: ChainPlace, mark?: "ended" | "left"];

/** The seal is missing in a deletion by a version that did not sign seals. */
export type RetentionPlace = readonly [...place: ChainPlace, sealNumber?: number];

export type SealKind = keyof SealContents;

export const auditSealTable = table("audit_seal", {
  number: integer,
  at: integer,
  kind: text<SealKind>(),
  /** The content as JSON. */
  content: text(),
  hash: text(),
  /** The signature over `sealToSign`, in base64url; absent if the bank has no signer. */
  signature: optional(text()),
  /** `hashSealKey` of the key that signed. */
  keyHash: optional(text()),
});

/**
 * An act on the audit of the whole bank: sealing the heads of all chains, deleting entries after
 * their retention period, or erasing a person. Seals are never deleted.
 */
export interface AuditSeal extends RecordOf<typeof auditSealTable> {}

/** Returns the hash of a seal, which includes that of the seal before it. */
export const hashSeal = (
  previous: string,
  { number, at, kind, content }: Pick<AuditSeal, "number" | "at" | "kind" | "content">,
): string => auditHash(previous + JSON.stringify([number, at, kind, content]));

/** Returns the bytes to sign, which no other text that the bank signs begins with. */
export const sealToSign = (hash: string): Uint8Array => Buffer.from(`varde audit seal\n${hash}`);

/** Returns SHA-256 of a public key, in base64url. A renewed certificate does not change it. */
export const hashSealKey = (publicKey: KeyObject): string =>
  crypto.hash("sha256", publicKey.export({ type: "spki", format: "der" }), "base64url");

/** Returns the places of a seal of entries; none of another kind or a malformed content. */
export const readSealedPlaces = (seal: AuditSeal): readonly EntryPlace[] =>
  readContent(seal, "entries").filter(isEntryPlace);

/** Returns the places of a seal of retention; none of another kind or a malformed content. */
export const readDeletedPlaces = (seal: AuditSeal): readonly RetentionPlace[] =>
  readContent(seal, "retention").filter(isRetentionPlace);

/** Returns the ids of erased subjects; none for another kind or a malformed content. */
export const readErasedIds = (seal: AuditSeal): readonly string[] =>
  readContent(seal, "erasure").filter((id) => typeof id === "string");

/** A malformed content has a wrong hash, which verification reports. */
const readContent = ({ kind, content }: AuditSeal, wanted: SealKind): readonly unknown[] => {
  if (kind !== wanted) return [];
  try {
    const items: unknown = JSON.parse(content);
    return Array.isArray(items) ? items : [];
  } catch {
    return [];
  }
};

const isPlace = (item: unknown): item is readonly unknown[] =>
  Array.isArray(item) &&
  Number.isSafeInteger(item[0]) &&
  Number.isSafeInteger(item[1]) &&
  typeof item[2] === "string";

const isEntryPlace = (item: unknown): item is EntryPlace =>
  isPlace(item) && (item[3] === undefined || item[3] === "ended" || item[3] === "left");

const isRetentionPlace = (item: unknown): item is RetentionPlace =>
  isPlace(item) && (item[3] === undefined || Number.isSafeInteger(item[3]));

const sealsPerPage = 500;

/** Yields the seals in their order, after one number and until another. */
export async function* listSeals(
  storage: Storage,
  from = 0,
  until = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<AuditSeal> {
  for (let after = from; ; ) {
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
