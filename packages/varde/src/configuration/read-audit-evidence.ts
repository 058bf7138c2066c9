import type { KeyObject } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { parseAnchorLine, type SealAnchor } from "@varde/bank";
import { isInvalid, readCertificatePem } from "@varde/protocol";
import { CommandFailed, UsageError } from "../command.ts";
import type { BankInvocation } from "./choose-banks.ts";
import { openSigner } from "./open-signer.ts";

const anchorBytesMax = 64 * 1024 * 1024;
const certificateBytesMax = 1024 * 1024;
const pemEnd = "-----END CERTIFICATE-----";

/** Facts outside the database of a bank, to verify its audit with. */
interface AuditEvidence {
  readonly anchors: readonly SealAnchor[];
  readonly keys: readonly KeyObject[];
}

/** Reads the anchors and the keys that the options of `audit verify` and the settings name. */
export const readAuditEvidence = async (invocation: BankInvocation): Promise<AuditEvidence> => ({
  anchors: [
    ...invocation.texts("seal").map(readAnchor),
    ...invocation.texts("anchors").flatMap((path) => readAnchorFile(path, invocation.bank.name)),
  ],
  keys: await readSealKeys(invocation),
});

const readAnchor = (given: string): SealAnchor => {
  const [, number, hash = ""] = /^(\d{1,15}):([\w-]{43})$/.exec(given) ?? [];
  if (number === undefined) throw new UsageError(`--seal must be NUMBER:HASH, not "${given}"`);
  return { number: Number(number), hash };
};

/**
 * Reads the anchors of a file: lines of `audit anchor`, or the lines of a log about seals. The file
 * may have those of several banks of a folder.
 */
const readAnchorFile = (path: string, ownBank: string | undefined): readonly SealAnchor[] => {
  const lines = readText("--anchors", path, anchorBytesMax).split("\n");
  const anchors = lines.flatMap((line, at) => {
    try {
      const anchor = parseAnchorLine(line);
      const isOther = ownBank !== undefined && (anchor?.bank ?? ownBank) !== ownBank;
      return anchor === undefined || isOther ? [] : anchor;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new UsageError(`--anchors: line ${at + 1} of ${path} ${reason}`, { cause: error });
    }
  });
  if (anchors.length > 0) return anchors;
  const fault = `--anchors: ${path} has no line of varde audit anchor`;
  // With --all, the file may be right for other banks.
  throw ownBank === undefined
    ? new UsageError(fault)
    : new CommandFailed(`${fault} for ${ownBank}.`);
};

/**
 * Returns the keys whose signatures count: those of the given certificates, else that of the signer
 * that the settings name. The signer is asked to sign something, because only it knows its key.
 */
const readSealKeys = async (invocation: BankInvocation): Promise<readonly KeyObject[]> => {
  const files = invocation.texts("certificate");
  if (files.length > 0) return files.flatMap(readKeys);
  await using opened = await openSigner(invocation);
  if (opened.signer === undefined) return [];
  try {
    const { certificate } = await opened.signer.sign(Buffer.from("varde audit verify"));
    return [certificate.publicKey];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandFailed(
      `The signer does not work: ${reason}. Name its certificate with --certificate instead.`,
      { cause: error },
    );
  }
};

const readKeys = (path: string): readonly KeyObject[] => {
  const parts = readText("--certificate", path, certificateBytesMax).split(pemEnd);
  return (parts.length === 1 ? parts : parts.slice(0, -1)).map((part) => {
    const certificate = readCertificatePem(part + pemEnd);
    if (!isInvalid(certificate)) return certificate.publicKey;
    throw new UsageError(`--certificate: ${path} ${certificate.reason}`);
  });
};

const readText = (option: string, path: string, bytesMax: number): string => {
  try {
    if (statSync(path).size <= bytesMax) return readFileSync(path, "utf8");
  } catch (error) {
    const remedy = option === "--anchors" ? `; to make it, run varde audit anchor >> ${path}` : "";
    throw new UsageError(`${option}: ${path} cannot be read${remedy}`, { cause: error });
  }
  throw new UsageError(`${option}: ${path} is larger than ${bytesMax} bytes`);
};
