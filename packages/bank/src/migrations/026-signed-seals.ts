import type { Migration } from "@varde/storage";

/**
 * Adds the signatures of seals, with the hash of the key that signed, and how far a chain may be
 * deleted. Seals of earlier versions have no signature and count as unsigned.
 */
export const signedSeals: Migration = {
  system: "bank",
  name: "026-signed-seals",
  oldestVersion: "0.1.0",
  statements: [
    "alter table audit_seal add column signature text",
    "alter table audit_seal add column key_hash text",
    "alter table audit_chain add column expired_number integer not null default 0",
  ],
};
