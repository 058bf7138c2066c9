import type { Certificate } from "@varde/protocol";
import type { Awaitable } from "@varde/storage";

/** Uses of a certificate: to seal requests (QSealC), or to identify the client of TLS (QWAC). */
export type CertificateUse = "seal" | "website";

export interface CertificateToVerify {
  readonly certificate: Certificate;
  readonly use: CertificateUse;
  /** The machine's time in epoch milliseconds. */
  readonly at: number;
}

/** The verdict on a certificate. The reason is only logged. */
export type TrustVerdict =
  | { readonly kind: "trusted" }
  /** Chains to no anchor. Only a sandbox with the trust setting `any` accepts it. */
  | { readonly kind: "unknown-issuer" }
  | { readonly kind: "refused"; readonly reason: string };

/**
 * Decides which certificates the bank trusts: chain and revocation. The bank itself checks
 * validity, key usage, QcType and the type of the key. Without this port the setting `anchors`
 * decides.
 */
export interface CertificateTrust {
  /** Called once a minute for each certificate in use, in each process. */
  verify(request: CertificateToVerify): Awaitable<TrustVerdict>;
}
