import { once } from "node:events";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { type Certificate, isInvalid, readCertificateDer } from "@varde/protocol";
import type { AuthoritySource, StatusSource } from "../authorities/authorities.ts";
import { openWatchedFile, type WatchOptions } from "../watched-file.ts";
import type { ListedAuthority, TrustedList } from "./read-list.ts";
import { TrustedListRefused } from "./xml.ts";

export interface TrustedListOptions extends WatchOptions {
  /** Certificates (PEM) of the bodies that sign the list; no other signature counts. */
  readonly signers: readonly string[];
}

/** A list to verify on a thread. */
export interface ListTask {
  readonly bytes: Uint8Array;
  readonly signers: readonly string[];
  readonly at: number;
}

const verifyMsMax = 120_000;

/**
 * Opens a trusted list (ETSI TS 119 612) in a file, and follows the file when it changes. Fetching
 * the list into the file is left to the bank, so that a start needs no network. No authority of an
 * expired list is trusted.
 */
export const openListAuthorities = async (
  path: string,
  { signers, ...options }: TrustedListOptions,
): Promise<AuthoritySource> => {
  const read = async (bytes: Buffer) => {
    const at = Date.now();
    const list = await verifyInTurn({ bytes: Uint8Array.from(bytes), signers, at });
    if (list.nextUpdate < at) throw new TrustedListRefused("The list has expired.");
    const authorities = list.authorities.flatMap(readAuthority);
    return { nextUpdate: list.nextUpdate, authorities };
  };
  const file = await openWatchedFile(path, read, options);
  return {
    read: (use, at) => {
      const { nextUpdate, authorities } = file.current;
      const trusted = authorities.filter(({ uses }) => at <= nextUpdate && uses.includes(use));
      const anchors = trusted.map(({ source }) => source.issuer);
      return { anchors, intermediates: [], statusSources: trusted.map(({ source }) => source) };
    },
    [Symbol.dispose]: () => file[Symbol.dispose](),
  };
};

interface ReadAuthority {
  readonly uses: ListedAuthority["uses"];
  readonly source: StatusSource;
}

/** Ignores certificates of the list that cannot be read or are not of an authority. */
const readAuthority = ({ der, uses, ocsp, crl }: ListedAuthority): readonly ReadAuthority[] => {
  const issuer = readCertificateDer(der);
  if (isInvalid(issuer) || !issuer.isCertificateAuthority) return [];
  return [{ uses, source: { issuer: issuer satisfies Certificate, ocsp, crl } }];
};

/** The verifications of this process run one after the other, also those of several banks. */
let lastVerification: Promise<unknown> = Promise.resolve();

const verifyInTurn = (task: ListTask): Promise<TrustedList> => {
  const verified = lastVerification.then(() => verifyOnThread(task));
  lastVerification = verified.catch(() => {});
  return verified;
};

/** Verifies and reads a list on a thread of its own: a national list takes seconds. */
const verifyOnThread = async (workerData: ListTask): Promise<TrustedList> => {
  const thread = new URL(`./trusted-list-thread${extname(import.meta.url)}`, import.meta.url);
  const worker = new Worker(thread, { workerData });
  try {
    const [list] = await once(worker, "message", { signal: AbortSignal.timeout(verifyMsMax) });
    return list;
  } finally {
    await worker.terminate();
  }
};
