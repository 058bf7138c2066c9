import { type AuthorityFolder, openMemoryFolder, storedTppsFileName } from "./authority-folder.ts";
import type { TppCertificate } from "./issue-tpp-certificate.ts";
import { type MakeRsaKeyPair, makeRsaKeyPair as makeNewRsaKeyPair } from "./make-key-pair.ts";
import { openCertificateAuthority } from "./open-certificate-authority.ts";
import { revocationFileName } from "./revocation-list.ts";

/** An authority for the banks of one process; created once, because RSA keys are slow. */
export interface ProcessAuthority {
  /** A TPP with every role, the same for every bank of this process. */
  readonly tpp: TppCertificate;
  /** Returns a folder with the shared authority and the bank's own revocations. */
  newFolder(): AuthorityFolder;
}

/** Files that banks do not share. */
const ownFiles = [revocationFileName, storedTppsFileName];

const authorities = new Map<MakeRsaKeyPair, Promise<ProcessAuthority>>();

/** Returns the authority of this process for a source of keys; created at the first call. */
export const processAuthority = (
  makeRsaKeyPair: MakeRsaKeyPair = makeNewRsaKeyPair,
): Promise<ProcessAuthority> => {
  const authority = authorities.get(makeRsaKeyPair) ?? make(makeRsaKeyPair);
  authorities.set(makeRsaKeyPair, authority);
  return authority;
};

const make = async (makeRsaKeyPair: MakeRsaKeyPair): Promise<ProcessAuthority> => {
  const keys = openMemoryFolder();
  const newFolder = (): AuthorityFolder => {
    const own = openMemoryFolder();
    const folderOf = (name: string) => (ownFiles.includes(name) ? own : keys);
    return {
      read: (name) => folderOf(name).read(name),
      write: (name, text) => folderOf(name).write(name, text),
    };
  };
  const authority = await openCertificateAuthority({ folder: newFolder(), makeRsaKeyPair });
  const tpp = await authority.issueTppCertificate({
    name: "Test TPP",
    organisationNumber: "310000000",
    roles: ["PSP_AS", "PSP_PI", "PSP_AI", "PSP_IC"],
    kind: "working",
  });
  return { tpp, newFolder };
};
