import { type KeyObject, verify } from "node:crypto";
import { type AuditSeal, hashSealKey, sealToSign } from "../audit-seal.ts";
import { type ReportFault, sealPlace } from "./audit-fault.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** The clocks of two processes may differ by this much. */
const clockToleranceMs = minuteMs;
/** How long processes of a version that does not sign may seal beside one that signs. */
const upgradeMs = dayMs;

/** The last anchor that the database has as it was noted. */
export interface LastAnchor {
  /** 0 if there is none. */
  readonly number: number;
  /** Whether an anchor says that its seal was signed, so that all later ones must be. */
  readonly isSigned: boolean;
}

/** How many seals have a valid signature, and how many have none and need none. */
export interface SignatureCounts {
  readonly signed: number;
  /** Written before the bank signed its seals, or noted in an anchor since. */
  readonly unsigned: number;
}

/**
 * Decides whether the bank wrote the seals, in their order: by their signatures and their times.
 * Seals up to an anchor that matches are not judged again, because the anchor proves their content.
 */
export class SealJudge {
  readonly #keys: ReadonlyMap<string, KeyObject>;
  readonly #anchored: LastAnchor;
  readonly #now: () => number;
  readonly #report: ReportFault;
  #latest: AuditSeal | undefined;
  #firstSigned: AuditSeal | undefined;
  #unsignedSince: AuditSeal[] = [];
  #signed = 0;
  #unsigned = 0;

  constructor(
    keys: readonly KeyObject[],
    { anchored, now }: { readonly anchored: LastAnchor; readonly now: () => number },
    report: ReportFault,
  ) {
    this.#keys = new Map(keys.map((key) => [hashSealKey(key), key]));
    this.#anchored = anchored;
    this.#now = now;
    this.#report = report;
  }

  judge(seal: AuditSeal): void {
    if (seal.number > this.#anchored.number) this.#judgeTime(seal);
    if (seal.at > (this.#latest?.at ?? 0)) this.#latest = seal;
    if (seal.signature === undefined) {
      const isAnchored = seal.number <= this.#anchored.number;
      const hasBegun = this.#anchored.isSigned || this.#firstSigned !== undefined;
      if (isAnchored || !hasBegun) this.#unsigned += 1;
      else this.#unsignedSince.push(seal);
      return;
    }
    if (seal.number > this.#anchored.number && !this.#hasValidSignature(seal, seal.signature))
      return;
    this.#signed += 1;
    this.#firstSigned ??= seal;
    this.#judgeUnsigned(seal.at);
  }

  /** Judges what only the end of the seals shows, and returns the counts. */
  finish(): SignatureCounts {
    this.#judgeUnsigned(this.#now());
    return { signed: this.#signed, unsigned: this.#unsigned };
  }

  #judgeTime({ number, at }: AuditSeal): void {
    const place = sealPlace(number, at);
    if (at > this.#now() + clockToleranceMs) {
      this.#report({ place, text: "Its time is in the future: the bank's clock was wrong." });
    }
    const latest = this.#latest;
    if (latest === undefined || at >= latest.at - clockToleranceMs) return;
    const before = sealPlace(latest.number, latest.at);
    this.#report({ place, text: `It is older than ${before}: the bank's clock was set back.` });
  }

  #hasValidSignature({ number, at, hash, keyHash = "" }: AuditSeal, signature: string): boolean {
    const place = sealPlace(number, at);
    const key = this.#keys.get(keyHash);
    if (key === undefined) {
      const text =
        `It is signed with the key ${keyHash}, which is not known. If it was a key of the bank, ` +
        "name its certificate with --certificate.";
      this.#report({ place, text });
      return false;
    }
    const isValid = verify("sha256", sealToSign(hash), key, Buffer.from(signature, "base64url"));
    if (!isValid)
      this.#report({ place, text: "Its signature is wrong: the bank did not write it." });
    return isValid;
  }

  /** Accepts unsigned seals between signed ones only where an upgrade explains them. */
  #judgeUnsigned(until: number): void {
    const first = this.#firstSigned;
    const isUpgrade =
      !this.#anchored.isSigned &&
      first !== undefined &&
      this.#unsigned > 0 &&
      until >= first.at &&
      until <= first.at + upgradeMs;
    for (const { number, at } of this.#unsignedSince) {
      this.#unsigned += 1;
      if (isUpgrade) continue;
      const text = "It is not signed, although seals before it are.";
      this.#report({ place: sealPlace(number, at), text });
    }
    this.#unsignedSince = [];
  }
}
