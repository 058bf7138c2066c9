import { createHash } from "node:crypto";

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");

/**
 * Hashes of the secrets that our documentation shows, which everybody knows. A test collects the
 * secrets of the documentation; add the hash of a new one, without white space, here.
 */
const hashes: ReadonlySet<string> = new Set([
  ...[
    "test",
    "password",
    "choose-a-password",
    "choose-another",
    "choose-a-secret-of-thirty-two-characters-or-more",
  ].map(hash),
  // The private key of the signing vectors.
  "e1f64c9e174d78f139c5f9f2796d0784bb657746522c3bce961c9b4563171b15",
]);

/** Returns whether a secret, or the hash of one, is an example of our documentation. */
export const isExampleSecret = (secret: string): boolean => {
  const text = secret.replace(/\s+/g, "");
  return hashes.has(text.toLowerCase()) || hashes.has(hash(text));
};

/** Continues the name of a setting with such a secret. */
export const exampleOfDocumentation =
  "the example of the documentation, which everybody knows; make your own secret, as with " +
  '"openssl rand -base64 32"';
