import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { createSandboxClient, RefusedError } from "@varde/tpp";
import { CommandFailed, type Invocation } from "../command.ts";
import { nextCommand } from "../options.ts";
import { readFileText } from "../read-file.ts";
import { openTpp, readBank } from "./open-tpp.ts";
import { readOwnIdentity } from "./read-own-identity.ts";
import type { TppFolder, TppRecord } from "./tpp-folder.ts";
import { isLoopback } from "./trust-authorities.ts";

/** Makes a TPP from a certificate and a key of one's own, which may be in the folder already. */
export const importTpp = (
  certificateFile: string,
  keyFile: string,
  folder: TppFolder,
  invocation: Invocation,
): TppRecord => {
  const { text } = invocation;
  const { certificatePem, keyPem, certificate } = readOwnIdentity(certificateFile, keyFile);
  const isCertificateThere = isSameFile(join(folder.path, "certificate.pem"), certificateFile);
  const isKeyThere = isSameFile(join(folder.path, "key.pem"), keyFile);
  refuseFilesInTheWay(folder, invocation, [
    ...(isCertificateThere ? [certificateFile] : []),
    ...(isKeyThere ? [keyFile] : []),
  ]);
  const { organizationName, commonName, roles = [] } = certificate;
  const bank = readBank(invocation, folder);
  const record: TppRecord = {
    name: text("name") ?? organizationName ?? commonName ?? "Imported TPP",
    roles,
    kind: "imported",
    bank,
    signRequestTarget: isLoopback(bank),
  };
  folder.create({
    record,
    certificate: isCertificateThere ? undefined : certificatePem,
    key: isKeyThere ? undefined : keyPem,
    authority: readAuthority(text("ca")),
  });
  return record;
};

const isSameFile = (one: string, other: string): boolean =>
  existsSync(one) && existsSync(other) && realpathSync(one) === realpathSync(other);

/** Refuses to make a TPP where it would overwrite a file. `own` are files that stay as they are. */
export const refuseFilesInTheWay = (
  folder: TppFolder,
  invocation: Invocation,
  own: readonly string[] = [],
): void => {
  const files = folder.listInTheWay().filter((file) => !own.some((each) => isSameFile(each, file)));
  if (files.length === 0) return;
  const state = files.length === 1 ? "exists already" : "exist already";
  const [first, ...commands] = describeWayOut(folder, invocation);
  throw new CommandFailed([
    `${files.join(", ")} ${state}; nothing was overwritten. ${first}`,
    ...commands,
  ]);
};

/** Returns what to do with a folder that has files of a TPP. */
const describeWayOut = ({ exists, path }: TppFolder, invocation: Invocation): readonly string[] => {
  const another = "To make another TPP, choose another folder with --tpp.";
  if (exists) return [`To use this TPP, run the other commands as they are. ${another}`];
  const [certificate, key] = [join(path, "certificate.pem"), join(path, "key.pem")];
  if (!existsSync(certificate) || !existsSync(key)) return [another];
  const adopt = nextCommand(invocation, "tpp", "import", certificate, key);
  return [`${another} To make a TPP of this certificate and key, run`, `  ${adopt}`];
};

/** Returns the authorities of --ca, which are stored in the folder of a new TPP. */
export const readAuthority = (file: string | undefined): string | undefined =>
  file === undefined ? undefined : readFileText(file);

/** Says if a sandbox refuses the certificate. A real bank is not asked. */
export const reportTrust = async (bank: string, invocation: Invocation): Promise<void> => {
  const { terminal, environment } = invocation;
  if (!isLoopback(bank) && environment.VARDE_CONTROL_TOKEN === undefined) return;
  using opened = openTpp(invocation);
  try {
    await createSandboxClient(opened.client).customers.list();
  } catch (error) {
    const isRefused = error instanceof RefusedError;
    const fact = isRefused
      ? [
          `The sandbox at ${bank} does not trust this certificate:`,
          ...error.messages.map(({ text = "" }) => `  ${text}`),
          "A sandbox that is started with VARDE_TRUST=any accepts certificates of any issuer.",
        ]
      : [`${bank} did not respond, so it was not checked whether it trusts the certificate.`];
    terminal.note(fact, { isTrusted: isRefused ? false : undefined, text: fact.join("\n") });
  }
};
