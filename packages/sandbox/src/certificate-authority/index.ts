export type { TppCertificate } from "./issue-tpp-certificate.ts";
export type { KeyPair, MakeRsaKeyPair } from "./make-key-pair.ts";
export {
  type CertificateAuthority,
  type CertificateAuthorityOptions,
  openCertificateAuthority,
  readStoredResponseIdentity,
} from "./open-certificate-authority.ts";
export { processAuthority } from "./process-authority.ts";
