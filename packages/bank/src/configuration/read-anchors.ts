import { readFileSync } from "node:fs";
import { type Certificate, isInvalid, readCertificatePem } from "@varde/protocol";
import { ConfigurationRefused, errorCode } from "./configuration-refused.ts";

/** Reads the certificates that the setting `anchors` names. */
export const readAnchors = (files: readonly string[]): readonly Certificate[] =>
  files.map((file) => {
    let pem: string;
    try {
      pem = readFileSync(file, "utf8");
    } catch (error) {
      const code = errorCode(error);
      throw new ConfigurationRefused(`anchors: the file ${file} cannot be read (${code}).`);
    }
    const certificate = readCertificatePem(pem);
    if (!isInvalid(certificate)) return certificate;
    throw new ConfigurationRefused(`anchors: the certificate in ${file} ${certificate.reason}.`);
  });
