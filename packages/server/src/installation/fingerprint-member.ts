import { createHash } from "node:crypto";
import type { LoadedMember } from "../configuration/load-installation.ts";
import { followedPaths, hashContents } from "../workers/follow-configuration.ts";

/**
 * Returns a text that differs if a bank has to be opened again: its settings or the content of the
 * files that they name have changed. The identity for TLS and a module are not part of it: the
 * first is replaced while the bank is open, and the second cannot be loaded again.
 */
export const fingerprintMember = ({ values }: LoadedMember): string => {
  const { "tls.key": _key, "tls.certificate": certificate, module, ...settings } = values;
  const paths = followedPaths(values)
    .filter((path) => path !== undefined)
    .filter((path) => path !== certificate && path !== module);
  const hash = createHash("sha256").update(JSON.stringify({ ...settings, module }));
  return hash.update(hashContents(paths)).digest("hex");
};

/** Returns a text that differs if the bank's own module has changed. */
export const hashModule = ({ values: { module } }: LoadedMember): string =>
  module === undefined ? "" : hashContents([module]);
