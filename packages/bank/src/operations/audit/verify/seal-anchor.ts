import { parseJson } from "@varde/protocol";
import { type Storage, sql } from "@varde/storage";
import { auditSealTable } from "../audit-seal.ts";

/** A seal as it is noted outside the database. */
export interface SealAnchor {
  readonly number: number;
  readonly hash: string;
  /** The hash of the key that signed it; undefined if it was not signed, or that was not noted. */
  readonly keyHash?: string | undefined;
}

const word = "varde-audit-anchor";
const unsigned = "unsigned";
const hashForm = /^[\w-]{43}$/;
const loggedText = "audit sealed";

/** Reads the last seal, as a line to keep elsewhere. Returns undefined if there is no seal. */
export const readAnchorLine = async (storage: Storage): Promise<string | undefined> => {
  const seal = await storage.read(() =>
    auditSealTable.one(sql`select * from audit_seal order by number desc limit 1`),
  );
  if (seal === undefined) return undefined;
  const { number, hash, at, keyHash = unsigned } = seal;
  return `${word} ${number} ${hash} ${new Date(at).toISOString()} ${keyHash}`;
};

/**
 * Finds the anchor in a line: one of `readAnchorLine`, or the line of the bank's log about a seal.
 * Returns undefined for a line about something else, and throws if an anchor is malformed.
 */
export const parseAnchorLine = (line: string): SealAnchor | undefined => {
  if (line.startsWith(word)) {
    const [, text, hash = "", _time, key = "", more] = line.trimEnd().split(" ");
    const number = Number(text);
    const isKey = hashForm.test(key) || key === unsigned;
    if (!(Number.isSafeInteger(number) && hashForm.test(hash) && isKey) || more !== undefined) {
      throw new Error(`must be "${word} NUMBER HASH TIME KEY"`);
    }
    return { number, hash, keyHash: key === unsigned ? undefined : key };
  }
  if (!line.includes(loggedText)) return undefined;
  const { msg, seal: number, hash, keyHash } = Object(parseJson(Buffer.from(line)));
  if (msg !== loggedText || typeof number !== "number" || typeof hash !== "string") {
    return undefined;
  }
  return { number, hash, keyHash: typeof keyHash === "string" ? keyHash : undefined };
};
