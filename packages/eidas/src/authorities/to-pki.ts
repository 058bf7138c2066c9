import type { Certificate } from "@varde/protocol";
import { Certificate as PkiCertificate } from "pkijs";

const converted = new WeakMap<Certificate, PkiCertificate>();

/** Converts a certificate to the library's form, once. */
export const toPki = (certificate: Certificate): PkiCertificate => {
  const known = converted.get(certificate);
  if (known !== undefined) return known;
  const read = PkiCertificate.fromBER(Uint8Array.from(certificate.der));
  converted.set(certificate, read);
  return read;
};
