import { jsonRows, type Storage, sql } from "@varde/storage";
import {
  type AuditSeal,
  auditSealTable,
  readDeletedPlaces,
  readSealedPlaces,
} from "../audit-seal.ts";
import { type ReportFault, sealPlace } from "./audit-fault.ts";

const dayMs = 24 * 60 * 60_000;

/** How old the youngest entry was that was deleted, when it was; undefined if that is unknown. */
export interface DeletionAge {
  readonly youngestDeletedMs: number | undefined;
}

interface DeletionLimits {
  readonly retentionMs: number;
  /** Whether an anchor proves the seal, so that its deletion was accepted when it was noted. */
  readonly isAnchored: boolean;
}

/**
 * Verifies a seal of retention: each place that it names must be one that an earlier seal covers,
 * and this seal must be as old as the retention period. Returns the age of the youngest one.
 */
export const verifyDeletion = async (
  storage: Storage,
  seal: AuditSeal,
  { retentionMs, isAnchored }: DeletionLimits,
  report: ReportFault,
): Promise<number | undefined> => {
  const { number, at, signature } = seal;
  const fault = (text: string) => report({ place: sealPlace(number, at), text });
  const places = readDeletedPlaces(seal);
  const covering = await readSeals(
    storage,
    places.flatMap(([, , , sealNumber]) => sealNumber ?? []),
  );
  let youngestMs: number | undefined;
  for (const [chainId, last, hash, sealNumber] of places) {
    if (sealNumber === undefined) {
      // A version that signs no seals has deleted it; a signed seal always names the other one.
      if (signature !== undefined) fault("It does not say which seal covers what it deleted.");
      continue;
    }
    const cover = covering.get(sealNumber);
    const isCovered =
      cover !== undefined &&
      sealNumber < number &&
      readSealedPlaces(cover).some(
        (place) => place[0] === chainId && place[1] === last && place[2] === hash,
      );
    if (!isCovered) {
      fault(`It deleted entries of chain ${chainId} that ${sealPlace(sealNumber)} does not cover.`);
      continue;
    }
    const ageMs = at - cover.at;
    youngestMs = Math.min(ageMs, youngestMs ?? ageMs);
    if (isAnchored || ageMs >= retentionMs) continue;
    fault(
      `It deleted entries of chain ${chainId} that were ${formatDays(ageMs)} old; the retention ` +
        `period is ${formatDays(retentionMs)}.`,
    );
  }
  return youngestMs;
};

const readSeals = async (
  storage: Storage,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, AuditSeal>> => {
  const wanted = [...new Set(numbers)];
  if (wanted.length === 0) return new Map();
  const seals = await storage.read(() =>
    auditSealTable.all(
      sql`select s.* from ${jsonRows(wanted.map((number) => [number]))} as wanted
        join audit_seal s on s.number = cast(wanted.value ->> 0 as bigint)`,
    ),
  );
  return new Map(seals.map((seal) => [seal.number, seal]));
};

const formatDays = (ms: number): string => `${(ms / dayMs).toFixed(1)} days`;
