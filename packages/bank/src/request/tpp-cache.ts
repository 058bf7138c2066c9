import type { Certificate } from "@varde/protocol";
import { BoundedMap } from "@varde/storage";
import type { Tpp } from "./tpp.ts";

/** A certificate that was read before, with what has been found out about it. */
export interface KnownCertificate {
  readonly certificate: Certificate;
  /** Until when the last verdict on its trust may be relied on (machine clock, ms). */
  trustedUntil: number;
  tpp: Tpp | undefined;
}

const certificatesMax = 1_000;

/**
 * What certificates mean, by the header they came in. Reading one and asking the registers costs
 * many times what verifying a signature does, and a TPP sends the same one every time.
 */
export class TppCache {
  readonly #byHeader = new BoundedMap<string, KnownCertificate>(certificatesMax);

  find(header: string): KnownCertificate | undefined {
    return this.#byHeader.get(header);
  }

  remember(header: string, certificate: Certificate): KnownCertificate {
    const known: KnownCertificate = { certificate, trustedUntil: 0, tpp: undefined };
    this.#byHeader.set(header, known);
    return known;
  }

  /** Forgets every verdict, after the registers or the worlds have changed. */
  forget(): void {
    this.#byHeader.clear();
  }
}
