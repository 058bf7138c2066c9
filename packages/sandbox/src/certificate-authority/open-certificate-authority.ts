import { X509Certificate } from "node:crypto";
import { existsSync } from "node:fs";
import { isIP } from "node:net";
import { join } from "node:path";
import { type Certificate, formatCertificatePem, isInvalid, verifyChain } from "@varde/protocol";
import { type BankIdentity, bankIdentity } from "../data-set/bank-identity.ts";
import { type AuthorityFolder, openAuthorityFolder, openMemoryFolder } from "./authority-folder.ts";
import { formatIdentity, type Identity, parseIdentity } from "./identity.ts";
import {
  issueTppCertificate,
  type TppCertificate,
  type TppCertificateInput,
} from "./issue-tpp-certificate.ts";
import { lifetimes } from "./lifetimes.ts";
import { makeResponseIdentity, makeRootIdentity, makeServerIdentity } from "./make-identities.ts";
import { type MakeRsaKeyPair, makeRsaKeyPair as makeNewRsaKeyPair } from "./make-key-pair.ts";
import { readStored } from "./read-stored.ts";
import { openRevocationList, type RevokedCertificate } from "./revocation-list.ts";

/** The sandbox's certificate authority, for tests only. */
export interface CertificateAuthority {
  readonly certificate: Certificate;
  readonly caPem: string;
  /** Folder of its files, in which other keys are stored too. */
  readonly folder: AuthorityFolder;
  issueTppCertificate(input: TppCertificateInput): Promise<TppCertificate>;
  /** Issues a P-256 certificate for https; reused until the hosts change or it expires soon. */
  issueServerCertificate(
    hosts: readonly string[],
  ): Promise<{ readonly certificatePem: string; readonly privateKeyPem: string }>;
  /** Returns the key and certificate with which a bank signs responses; created at first use. */
  readResponseIdentity(bank?: BankIdentity): Promise<Identity>;
  listRevocations(): readonly RevokedCertificate[];
  isRevoked(serialNumberHex: string): boolean;
  revoke(serialNumberHex: string): void;
}

export interface CertificateAuthorityOptions {
  /** The sandbox's data folder; without it everything stays in memory. */
  readonly dataFolder?: string;
  /** Replaces the data folder: holds the files in this process. */
  readonly folder?: AuthorityFolder;
  /** Returns the machine's time in milliseconds. */
  readonly now?: () => number;
  /** Source of RSA keys; tests pass keys that were generated before. */
  readonly makeRsaKeyPair?: MakeRsaKeyPair;
}

const authorityFolderName = "certificate-authority";
const responseFileName = "response.pem";

const isFresh = ({ certificate }: Identity, nowMs: number): boolean =>
  nowMs > certificate.notBefore && nowMs < certificate.notAfter - lifetimes.renewalMs;

/** Returns the stored identity while it is valid, or creates and stores a new one. */
const loadOrCreateIdentity = async (
  folder: AuthorityFolder,
  name: string,
  isGood: (identity: Identity) => boolean,
  make: () => Promise<Identity>,
): Promise<Identity> => {
  const stored = readStored(folder, name, parseIdentity);
  if (stored !== undefined && isGood(stored)) return stored;
  const made = await make();
  folder.write(name, formatIdentity(made));
  return made;
};

/** Returns the key and certificate that a sandbox has signed with, without creating anything. */
export const readStoredResponseIdentity = (dataFolder: string): Identity | undefined => {
  const folder = join(dataFolder, authorityFolderName);
  if (!existsSync(folder)) return undefined;
  return readStored(openAuthorityFolder(folder), responseFileName, parseIdentity);
};

const serves = ({ certificate }: Identity, hosts: readonly string[]): boolean => {
  const x509 = new X509Certificate(certificate.der);
  return hosts.every(
    (host) => (isIP(host) === 0 ? x509.checkHost(host) : x509.checkIP(host)) !== undefined,
  );
};

/**
 * Opens the authority in the data folder; creates it at the first start. Later starts read one file
 * and generate no key.
 */
export const openCertificateAuthority = async (
  options: CertificateAuthorityOptions = {},
): Promise<CertificateAuthority> => {
  const { dataFolder, now = Date.now, makeRsaKeyPair = makeNewRsaKeyPair } = options;
  const folder =
    dataFolder === undefined
      ? (options.folder ?? openMemoryFolder())
      : openAuthorityFolder(join(dataFolder, authorityFolderName));
  const root = await loadOrCreateIdentity(
    folder,
    "root.pem",
    (stored) => isFresh(stored, now()),
    () => makeRootIdentity("Varde sandbox CA", now(), makeRsaKeyPair),
  );
  const isOurs = (stored: Identity): boolean =>
    isFresh(stored, now()) &&
    !isInvalid(verifyChain(stored.certificate, [root.certificate], now()));
  const revocations = openRevocationList(folder);
  const responseIdentities = new Map<string, Promise<Identity>>();
  return {
    certificate: root.certificate,
    caPem: formatCertificatePem(root.certificate.der),
    folder,
    issueTppCertificate: async (input) => {
      const issued = await issueTppCertificate(root, input, now(), makeRsaKeyPair);
      if (issued.isRevoked) revocations.revoke(issued.serialNumberHex, now());
      return issued;
    },
    issueServerCertificate: async (hosts) => {
      const isGood = (stored: Identity): boolean => isOurs(stored) && serves(stored, hosts);
      const make = () => makeServerIdentity(root, hosts, now());
      const server = await loadOrCreateIdentity(folder, "server.pem", isGood, make);
      return {
        certificatePem: formatCertificatePem(server.certificate.der),
        privateKeyPem: server.key.export({ type: "pkcs8", format: "pem" }).toString(),
      };
    },
    readResponseIdentity: (bank = bankIdentity) => {
      const isFirst = bank.bankNumber === bankIdentity.bankNumber;
      const [file, name] = isFirst
        ? [responseFileName, "Varde sandbox bank"]
        : [`response-${bank.bankNumber}.pem`, `${bank.name} (Varde sandbox)`];
      const make = () => makeResponseIdentity(root, name, now(), makeRsaKeyPair);
      const identity =
        responseIdentities.get(file) ?? loadOrCreateIdentity(folder, file, isOurs, make);
      responseIdentities.set(file, identity);
      return identity;
    },
    listRevocations: revocations.list,
    isRevoked: revocations.isRevoked,
    revoke: (serialNumberHex) => revocations.revoke(serialNumberHex, now()),
  };
};
