import { type Certificate, Invalid } from "@varde/protocol";
import { CertificateChainValidationEngine } from "pkijs";
import type { Authorities } from "./authorities.ts";
import { toPki } from "./to-pki.ts";

/** RSA, RSA-PSS and ECDSA with SHA-256, SHA-384 or SHA-512. */
const signatureAlgorithms: ReadonlySet<string> = new Set([
  "1.2.840.113549.1.1.10",
  "1.2.840.113549.1.1.11",
  "1.2.840.113549.1.1.12",
  "1.2.840.113549.1.1.13",
  "1.2.840.10045.4.3.2",
  "1.2.840.10045.4.3.3",
  "1.2.840.10045.4.3.4",
]);

/**
 * Finds a valid path from a certificate to an anchor: the certificate first, the anchor last. The
 * reason of an invalid one continues "the certificate".
 */
export const findPath = async (
  certificate: Certificate,
  { anchors, intermediates }: Authorities,
  at: number,
): Promise<readonly Certificate[] | Invalid> => {
  const ours = new Map(
    [certificate, ...anchors, ...intermediates].map((each) => [toPki(each), each]),
  );
  const engine = new CertificateChainValidationEngine({
    trustedCerts: anchors.map(toPki),
    // The engine expects the certificate to verify at the end.
    certs: [...intermediates, certificate].map(toPki),
    checkDate: new Date(at),
  });
  const { result, resultMessage, certificatePath = [] } = await engine.verify();
  if (!result) return new Invalid(`has no valid path to a trusted authority: ${resultMessage}`);
  const path = certificatePath.flatMap((each) => ours.get(each) ?? []);
  const weak = path.slice(0, -1).find(({ signatureAlgorithm }) => {
    return !signatureAlgorithms.has(signatureAlgorithm);
  });
  if (weak === undefined) return path;
  return new Invalid(`has a path with the weak signature algorithm ${weak.signatureAlgorithm}`);
};
