import { createHash } from "node:crypto";
import { type Certificate, limits } from "@varde/protocol";

/** A signature is accepted while its Date is: from a minute before it until a minute after it. */
const generationMs = 2 * (limits.clockDeviationSecondsMax + 1) * 1000;

/** A generation holds two minutes of 270 requests per second, in 8 MB, or 16 with long paths. */
const signaturesMax = 32_768;

const requestCharactersMax = 256;

/**
 * The requests that the signatures of the last two minutes came with. There are two generations. A
 * full or old generation replaces the one before it, whose signatures are forgotten: the memory
 * never grows, and never refuses a request because it is full. The banks of a process share one.
 */
export class UsedSignatures {
  readonly #signaturesMax: number;
  #current = new Map<string, string>();
  #previous = new Map<string, string>();
  #startedAt = 0;

  constructor(max = signaturesMax) {
    this.#signaturesMax = max;
  }

  /** The number of remembered signatures. */
  get size(): number {
    return this.#current.size + this.#previous.size;
  }

  /**
   * Returns the request that a signature first came with, in the form of `formatUse`. Remembers
   * `use` if there was none. `nowMs` is the machine's time.
   */
  findFirstUse(key: string, use: string, nowMs: number): string {
    const first = this.#current.get(key) ?? this.#previous.get(key);
    if (first !== undefined) return first;
    if (
      this.#current.size >= this.#signaturesMax ||
      Math.abs(nowMs - this.#startedAt) >= generationMs
    ) {
      this.#previous = this.#current;
      this.#current = new Map();
      this.#startedAt = nowMs;
    }
    this.#current.set(key, use);
    return use;
  }
}

/** The memory of this process. */
export const usedSignatures = new UsedSignatures();

/**
 * Returns what identifies a signature. It is random for everybody without the private key, so a
 * part of it is as good as a hash. All certificates of a key share their signatures.
 */
export const signatureKey = (
  { publicKeyFingerprint }: Pick<Certificate, "publicKeyFingerprint">,
  signature: Buffer,
): string => publicKeyFingerprint.slice(0, 16) + signature.toString("latin1", 0, 16);

/** Returns bank, method and path of a request as one text of limited length that only it has. */
export const formatUse = (bankId: string, method: string, target: string): string => {
  const end = target.indexOf("?");
  const path = end < 0 ? target : target.slice(0, end);
  if (path.length <= requestCharactersMax && end < 0) return `${bankId} ${method} ${path}`;
  // A part of a string keeps the whole alive, which may be long.
  return `${bankId} ${method} ${Buffer.from(shorten(path)).toString()}`;
};

/** A hash replaces the end of a path that is too long to be remembered. */
const shorten = (path: string): string =>
  path.length <= requestCharactersMax
    ? path
    : `${path.slice(0, requestCharactersMax)}#${createHash("sha256").update(path).digest("hex")}`;
