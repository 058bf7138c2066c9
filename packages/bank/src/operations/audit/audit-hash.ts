import crypto from "node:crypto";

/** Returns SHA-256 of a text, in base64url. */
export const auditHash = (text: string): string => crypto.hash("sha256", text, "base64url");

const idCharacters = 24;

/** Returns an id that depends on every field: the first 144 bits of their hash. */
export const auditId = (fields: readonly unknown[]): string =>
  auditHash(JSON.stringify(fields)).slice(0, idCharacters);
