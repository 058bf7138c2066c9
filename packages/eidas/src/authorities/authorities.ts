import type { CertificateUse } from "@varde/bank";
import type { Certificate } from "@varde/protocol";

/** Where the certificates of an authority can be checked for revocation. */
export interface StatusSource {
  /** The authority that issued the certificates to check. */
  readonly issuer: Certificate;
  /** Addresses of OCSP responders, tried in this order before the lists. */
  readonly ocsp: readonly string[];
  /** Addresses of revocation lists. */
  readonly crl: readonly string[];
}

/** The authorities that are trusted at one moment for one use. */
export interface Authorities {
  readonly anchors: readonly Certificate[];
  readonly intermediates: readonly Certificate[];
  readonly statusSources: readonly StatusSource[];
}

/** A source of trusted authorities that may change while the bank runs. */
export interface AuthoritySource extends Disposable {
  /** Returns the authorities for a use at an instant (epoch milliseconds). */
  read(use: CertificateUse, at: number): Authorities;
}

/** Joins several sources. */
export const joinAuthorities = (...sources: readonly AuthoritySource[]): AuthoritySource => ({
  read: (use, at) => {
    const all = sources.map((source) => source.read(use, at));
    return {
      anchors: all.flatMap(({ anchors }) => anchors),
      intermediates: all.flatMap(({ intermediates }) => intermediates),
      statusSources: all.flatMap(({ statusSources }) => statusSources),
    };
  },
  [Symbol.dispose]: () => {
    for (const source of sources) source[Symbol.dispose]();
  },
});
