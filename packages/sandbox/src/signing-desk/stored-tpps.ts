import type { TppId } from "@varde/bank";
import {
  type AuthorityFolder,
  storedTppsFileName,
} from "../certificate-authority/authority-folder.ts";
import type { TppCertificate } from "../certificate-authority/index.ts";

/** A TPP that the sandbox created and whose key it stores, so that it can sign for it. */
export interface StoredTpp {
  /** Serial number of its certificate. */
  readonly tppId: TppId;
  readonly name: string;
  readonly organisationNumber: string;
  readonly roles: readonly string[];
  readonly kind: string;
  /** Time of issue, in ISO 8601. */
  readonly issuedAt: string;
  readonly certificatePem: string;
  readonly privateKeyPem: string;
}

export interface StoredTpps {
  store(
    input: Omit<StoredTpp, "tppId" | "certificatePem" | "privateKeyPem">,
    made: TppCertificate,
  ): void;
  /** Lists the TPPs, newest first. */
  list(): readonly StoredTpp[];
  /** Number of TPPs that this process has stored, to notice new ones without reading them. */
  countNew(): number;
}

const storedMax = 50;

/** Opens the TPPs stored next to the authority's keys; the oldest are dropped at the limit. */
export const openStoredTpps = (folder: AuthorityFolder): StoredTpps => {
  const list = (): readonly StoredTpp[] => JSON.parse(folder.read(storedTppsFileName) ?? "[]");
  let added = 0;
  return {
    list,
    countNew: () => added,
    store: (input, { serialNumberHex: tppId, certificatePem, privateKeyPem }) => {
      added += 1;
      const stored = [{ tppId, ...input, certificatePem, privateKeyPem }, ...list()];
      folder.write(
        storedTppsFileName,
        `${JSON.stringify(stored.slice(0, storedMax), undefined, 1)}\n`,
      );
    },
  };
};
