import type { AuthorityFolder } from "./authority-folder.ts";
import { readStored } from "./read-stored.ts";

/** A revoked certificate. */
export interface RevokedCertificate {
  /** Upper-case hexadecimal, like `serialNumberHex` of a certificate. */
  readonly serialNumberHex: string;
  readonly revokedAtMs: number;
}

export interface RevocationList {
  list(): readonly RevokedCertificate[];
  isRevoked(serialNumberHex: string): boolean;
  revoke(serialNumberHex: string, atMs: number): void;
}

export const revocationFileName = "revoked.json";

/** Opens the list of revoked certificates, stored next to the authority's key. */
export const openRevocationList = (folder: AuthorityFolder): RevocationList => {
  const revocations: RevokedCertificate[] =
    readStored(folder, revocationFileName, JSON.parse) ?? [];
  const revoked = new Set(revocations.map(({ serialNumberHex }) => serialNumberHex));
  return {
    list: () => revocations,
    isRevoked: (serialNumberHex) => revoked.has(serialNumberHex),
    revoke: (serialNumberHex, atMs) => {
      if (revoked.has(serialNumberHex)) return;
      revoked.add(serialNumberHex);
      revocations.push({ serialNumberHex, revokedAtMs: atMs });
      folder.write(revocationFileName, JSON.stringify(revocations, null, 2));
    },
  };
};
