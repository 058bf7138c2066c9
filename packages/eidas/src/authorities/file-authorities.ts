import { type Certificate, isInvalid, readCertificatePem } from "@varde/protocol";
import { openWatchedFile, type WatchOptions } from "../watched-file.ts";
import type { AuthoritySource, StatusSource } from "./authorities.ts";

export interface AuthorityFiles {
  /** A PEM file with the certificates of the authorities to trust. */
  readonly anchors: string;
  /** A PEM file with authorities between the anchors and the TPPs' certificates. */
  readonly intermediates?: string;
  /** Where certificates are checked for revocation, by the name of the issuer in the files. */
  readonly statusSources?: readonly {
    /** Common name of the issuer. */
    readonly issuer: string;
    readonly ocsp?: readonly string[];
    readonly crl?: readonly string[];
  }[];
}

const noFile = { current: [] as readonly Certificate[], [Symbol.dispose]: () => {} };

/** Opens trusted authorities in PEM files, and follows the files when they change. */
export const openFileAuthorities = async (
  files: AuthorityFiles,
  options: WatchOptions,
): Promise<AuthoritySource> => {
  const open = (path: string) =>
    openWatchedFile(path, (bytes) => readAuthorities(path, bytes), options);
  const anchors = await open(files.anchors);
  const intermediates =
    files.intermediates === undefined ? noFile : await open(files.intermediates);
  return {
    read: () => {
      const known = [...anchors.current, ...intermediates.current];
      const statusSources = (files.statusSources ?? []).flatMap(({ issuer, ocsp, crl }) =>
        known
          .filter(({ commonName }) => commonName === issuer)
          .map((each): StatusSource => ({ issuer: each, ocsp: ocsp ?? [], crl: crl ?? [] })),
      );
      return { anchors: anchors.current, intermediates: intermediates.current, statusSources };
    },
    [Symbol.dispose]: () => {
      anchors[Symbol.dispose]();
      intermediates[Symbol.dispose]();
    },
  };
};

const pemPattern = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Reads every certificate of a PEM file. */
const readAuthorities = (path: string, bytes: Buffer): readonly Certificate[] => {
  const pems = bytes.toString("latin1").match(pemPattern) ?? [];
  if (pems.length === 0) {
    throw new Error(
      `${path} has no certificate in PEM form; a binary one (DER) is converted by ` +
        `"openssl x509 -inform der -in FILE -out FILE.pem".`,
    );
  }
  return pems.map((pem, at) => {
    const certificate = readCertificatePem(pem);
    const which = `Certificate ${at + 1} of ${path}`;
    if (isInvalid(certificate)) throw new Error(`${which} ${certificate.reason}.`);
    if (certificate.isCertificateAuthority) return certificate;
    throw new Error(`${which} is not the certificate of an authority.`);
  });
};
