import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import tls from "node:tls";
import { type Invocation, UsageError } from "../command.ts";
import type { Terminal } from "../output/terminal.ts";
import { readFileText } from "../read-file.ts";
import { findSandboxData } from "./find-sandbox-data.ts";
import type { TppFolder } from "./tpp-folder.ts";

const certificatePattern = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

export const isLoopback = (bank: string): boolean =>
  ["127.0.0.1", "localhost", "[::1]"].includes(new URL(bank).hostname);

/**
 * Makes this process trust the authorities of a bank for https, besides the public ones: those of
 * --ca, else that of the sandbox in the TPP's folder and that of a sandbox started in this folder.
 */
export const trustAuthorities = (
  { text, environment, terminal }: Invocation,
  bank: string,
  folder: TppFolder,
): void => {
  if (!bank.startsWith("https:")) return;
  const file = text("ca");
  const pem =
    file === undefined
      ? readSandboxAuthority(bank, folder) + readOwnSandbox(bank, environment)
      : readFileText(file);
  const isTrusted = trustPem(pem, terminal);
  if (file !== undefined && !isTrusted) {
    throw new UsageError(`--ca ${file} has no certificate in PEM form`);
  }
};

/** Makes this process trust the authorities of a PEM file; returns whether it has any. */
export const trustPem = (pem: string, terminal: Terminal): boolean => {
  const certificates = pem.match(certificatePattern) ?? [];
  if (certificates.length === 0) return false;
  // Node 22.18 lacks the function.
  if (tls.setDefaultCACertificates === undefined) {
    terminal.note("This Node trusts another authority only with NODE_EXTRA_CA_CERTS=FILE.");
    return true;
  }
  const known = tls.getCACertificates("default");
  tls.setDefaultCACertificates([...new Set([...known, ...certificates])]);
  return true;
};

/** Returns the authority that issued the TPP's certificate, at the host of the TPP's sandbox. */
const readSandboxAuthority = (bank: string, folder: TppFolder): string => {
  if (!folder.exists) return "";
  const isItsBank = new URL(folder.readRecord().bank).hostname === new URL(bank).hostname;
  return isItsBank || isLoopback(bank) ? (folder.readAuthority() ?? "") : "";
};

/** Returns the authority in the data folder of a sandbox on this machine. */
const readOwnSandbox = (bank: string, environment: Invocation["environment"]): string => {
  if (!isLoopback(bank)) return "";
  const { firstFolder } = findSandboxData(bank, environment);
  const file = join(firstFolder, "certificate-authority", "root.pem");
  return existsSync(file) ? readFileSync(file, "utf8") : "";
};
