import { type AuthorityFolder, keptTppsFileName, openMemoryFolder } from "./authority-folder.ts";
import type { TppCertificate } from "./issue-tpp-certificate.ts";
import { openCertificateAuthority } from "./open-certificate-authority.ts";
import { revocationFileName } from "./revocation-list.ts";

/** Keys for banks that live no longer than their process: made once, since an RSA key is slow. */
export interface ProcessAuthority {
  /** A TPP with every role, the same for every bank of this process. */
  readonly tpp: TppCertificate;
  /** The same authority for each bank, with revocations of its own. */
  newFolder(): AuthorityFolder;
}

/** What each bank keeps for itself. */
const ownFiles = [revocationFileName, keptTppsFileName];

let made: Promise<ProcessAuthority> | undefined;

export const processAuthority = (): Promise<ProcessAuthority> => {
  made ??= make();
  return made;
};

const make = async (): Promise<ProcessAuthority> => {
  const keys = openMemoryFolder();
  const newFolder = (): AuthorityFolder => {
    const own = openMemoryFolder();
    const folderOf = (name: string) => (ownFiles.includes(name) ? own : keys);
    return {
      read: (name) => folderOf(name).read(name),
      write: (name, text) => folderOf(name).write(name, text),
    };
  };
  const authority = await openCertificateAuthority({ folder: newFolder() });
  const tpp = await authority.issueTppCertificate({
    name: "Test TPP",
    organisationNumber: "310000000",
    roles: ["PSP_AS", "PSP_PI", "PSP_AI", "PSP_IC"],
    kind: "working",
  });
  return { tpp, newFolder };
};
