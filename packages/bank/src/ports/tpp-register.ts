import type { Awaitable } from "@varde/storage";

/**
 * The register of third-party providers. A real bank asks the national and European registers; the
 * sandbox answers from its own block list.
 */
export interface TppRegister {
  /** Why this TPP may not be served now, or nothing. The reason goes to the log only. */
  reasonToRefuse(identifier: string): Awaitable<string | undefined>;
  /** Whether the certificate with this issuer and serial number has been revoked. */
  isRevoked(issuerName: string, serialNumber: string): Promise<boolean>;
}
