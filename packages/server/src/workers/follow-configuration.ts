import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { ConfigurationRefused } from "@varde/bank";
import { StorageRefused } from "@varde/storage";
import type { Logger } from "pino";
import type { LoadedServer, ServerSettings } from "../configuration/load-server-settings.ts";

const pollMs = 2_000;

/**
 * Calls `apply` with the settings that are read again when the content of the configuration file,
 * of a secret or of a certificate has changed. Compares contents at an interval, because the files
 * may be symbolic links that are swapped, as Kubernetes does. What is refused is logged, and the
 * settings before stay in force.
 */
export const followConfiguration = (
  loaded: LoadedServer,
  log: Logger,
  apply: (changed: LoadedServer) => Promise<void>,
): Disposable => {
  let files = listFollowed(loaded);
  let applied = hashContents(files);
  /** Contents that were seen once: files that are written one after the other are read together. */
  let seen = applied;
  let isOpen = true;
  let timer: NodeJS.Timeout | undefined;
  const look = async (): Promise<void> => {
    const found = hashContents(files);
    const isSettled = found === seen;
    seen = found;
    if (found === applied || !isSettled) return;
    applied = found;
    try {
      const changed = loaded.reload();
      await apply(changed);
      files = listFollowed(changed);
      applied = hashContents(files);
      seen = applied;
      log.info("changed configuration is used");
    } catch (error) {
      const isRefused = error instanceof ConfigurationRefused || error instanceof StorageRefused;
      const reason = isRefused ? { faults: error.message.split("\n") } : { err: error };
      log.error(reason, "changed configuration is refused, the last one stays in force");
    }
  };
  const poll = () => {
    if (isOpen) timer = setTimeout(() => look().finally(poll), pollMs).unref();
  };
  poll();
  return {
    [Symbol.dispose]: () => {
      isOpen = false;
      clearTimeout(timer);
    },
  };
};

/** Files whose content a process reads at its start. Its ports follow the others themselves. */
const listFollowed = ({ files, values }: LoadedServer): readonly string[] => [
  ...files,
  ...followedPaths(values).filter((path) => path !== undefined),
];

/** Files besides those of secrets whose content a bank reads when it is opened. */
export const followedPaths = (settings: ServerSettings): readonly (string | undefined)[] => [
  settings["tls.certificate"],
  settings["responseSigner.certificate"],
  settings["coreBank.tls.certificate"],
  settings["coreBank.tls.authorities"],
  settings.module,
  settings.theme.logo,
  settings.theme.darkLogo,
  ...settings.anchors,
  ...settings["certificates.trustedLists"].flatMap(({ signers }) => signers),
];

export const hashContents = (files: readonly string[]): string => {
  const hash = createHash("sha256");
  for (const file of files) hash.update(`${file}\0`).update(readIfPresent(file)).update("\0");
  return hash.digest("hex");
};

const readIfPresent = (file: string): Uint8Array => {
  try {
    return readFileSync(file);
  } catch {
    return new Uint8Array();
  }
};
