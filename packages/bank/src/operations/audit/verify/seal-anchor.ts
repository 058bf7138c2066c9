import { parseJson } from "@varde/protocol";
import { type Storage, sql } from "@varde/storage";
import { auditSealTable } from "../audit-seal.ts";

/** A seal as it is noted outside the database. */
export interface SealAnchor {
  readonly number: number;
  readonly hash: string;
  /** The hash of the key that signed it; undefined if it was not signed, or that was not noted. */
  readonly keyHash?: string | undefined;
  /** The name of the bank in a folder of banks, if that was noted. */
  readonly bank?: string | undefined;
}

const word = "varde-audit-anchor";
const unsigned = "unsigned";
const bankForm = /^[\w-]{1,64}$/;
const hashForm = /^[\w-]{43}$/;
const loggedText = "audit sealed";

/**
 * Reads the last seal, as a line to keep elsewhere; with the name of the bank if it is one of a
 * folder. Returns undefined if there is no seal.
 */
export const readAnchorLine = async (
  storage: Storage,
  bank?: string,
): Promise<string | undefined> => {
  const seal = await storage.read(() =>
    auditSealTable.one(sql`select * from audit_seal order by number desc limit 1`),
  );
  if (seal === undefined) return undefined;
  const { number, hash, at, keyHash = unsigned } = seal;
  const parts = [word, number, hash, new Date(at).toISOString(), keyHash];
  return (bank === undefined ? parts : [...parts, bank]).join(" ");
};

/**
 * Finds the anchor in a line: one of `readAnchorLine`, or the line of the bank's log about a seal.
 * Returns undefined for a line about something else, and throws if an anchor is malformed.
 */
export const parseAnchorLine = (line: string): SealAnchor | undefined => {
  if (line.startsWith(word)) {
    const [, text, hash = "", _time, key = "", bank, more] = line.trimEnd().split(" ");
    const number = Number(text);
    const isKey = hashForm.test(key) || key === unsigned;
    const isBank = bank === undefined || bankForm.test(bank);
    const isWhole = isKey && isBank && more === undefined;
    if (!(Number.isSafeInteger(number) && hashForm.test(hash) && isWhole)) {
      throw new Error(`must be "${word} NUMBER HASH TIME KEY", and the name of a bank of a folder`);
    }
    return { number, hash, keyHash: key === unsigned ? undefined : key, bank };
  }
  if (!line.includes(loggedText)) return undefined;
  const { msg, seal: number, hash, keyHash, bank } = Object(parseJson(Buffer.from(line)));
  if (msg !== loggedText || typeof number !== "number" || typeof hash !== "string") {
    return undefined;
  }
  const textOf = (value: unknown) => (typeof value === "string" ? value : undefined);
  return { number, hash, keyHash: textOf(keyHash), bank: textOf(bank) };
};
