import type { Certificate } from "@varde/protocol";
import { BoundedMap } from "@varde/storage";
import type { Tpp } from "./tpp.ts";

/** A parsed certificate with its TPP and how long it is trusted. */
export interface KnownCertificate {
  readonly certificate: Certificate;
  /** When trust must be checked again (machine clock, ms). */
  trustedUntil: number;
  /** Whether it chains to an anchor, so that the names in it are true. */
  isAnchored: boolean;
  tpp: Tpp | undefined;
}

export const newKnownCertificate = (certificate: Certificate): KnownCertificate => ({
  certificate,
  trustedUntil: 0,
  isAnchored: false,
  tpp: undefined,
});

/** More than the TPPs that call one bank; 1 000 would take some 6 MB more. */
const certificatesMax = 500;

/**
 * Caches certificates by header value. Parsing one and querying the registers costs many times as
 * much as verifying a signature, and a TPP sends the same certificate with every request.
 */
export class TppCache {
  readonly #byHeader = new BoundedMap<string, KnownCertificate>(certificatesMax);

  /** The number of requests whose certificate was cached, and of those whose was not. */
  hits = 0;
  misses = 0;

  get size(): number {
    return this.#byHeader.size;
  }

  find(header: string): KnownCertificate | undefined {
    const known = this.#byHeader.get(header);
    if (known === undefined) this.misses += 1;
    else this.hits += 1;
    return known;
  }

  /** Finds a certificate again for the same request. */
  findAgain(header: string): KnownCertificate | undefined {
    return this.#byHeader.get(header);
  }

  /** Caches a certificate that is trusted. Those of strangers would displace it. */
  remember(header: string, known: KnownCertificate): void {
    this.#byHeader.set(header, known);
  }

  /** Clears the cache, after the registers or the worlds have changed. */
  forget(): void {
    this.#byHeader.clear();
  }
}
