import {
  type AuthorityFolder,
  keptTppsFileName,
} from "../certificate-authority/authority-folder.ts";
import type { TppCertificate } from "../certificate-authority/index.ts";

/** A TPP the sandbox made and whose key it still has, so that it can sign in its place. */
export interface KeptTpp {
  /** The serial number of its certificate. */
  readonly tppId: string;
  readonly name: string;
  readonly organisationNumber: string;
  readonly roles: readonly string[];
  readonly kind: string;
  /** ISO 8601. */
  readonly issuedAt: string;
  readonly certificatePem: string;
  readonly privateKeyPem: string;
}

export interface KeptTpps {
  keep(
    wish: Omit<KeptTpp, "tppId" | "certificatePem" | "privateKeyPem">,
    made: TppCertificate,
  ): void;
  /** The newest first. */
  list(): readonly KeptTpp[];
}

const keptMax = 50;

/** Kept beside the authority's own keys, for their owner alone; the oldest are forgotten. */
export const openKeptTpps = (folder: AuthorityFolder): KeptTpps => {
  const list = (): readonly KeptTpp[] => JSON.parse(folder.read(keptTppsFileName) ?? "[]");
  return {
    list,
    keep: (wish, { serialNumberHex: tppId, certificatePem, privateKeyPem }) => {
      const kept = [{ tppId, ...wish, certificatePem, privateKeyPem }, ...list()];
      folder.write(keptTppsFileName, `${JSON.stringify(kept.slice(0, keptMax), undefined, 1)}\n`);
    },
  };
};
