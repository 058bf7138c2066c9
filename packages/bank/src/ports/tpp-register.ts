import type { Awaitable } from "@varde/storage";

/**
 * The register of third-party providers. A real bank queries the national and European registers;
 * the sandbox has its own block list.
 */
export interface TppRegister {
  /** Returns why this TPP must not be served, for the log only, or undefined. */
  reasonToRefuse(identifier: string): Awaitable<string | undefined>;
  /** Whether the certificate with this issuer and serial number has been revoked. */
  isRevoked(issuerName: string, serialNumber: string): Promise<boolean>;
}
