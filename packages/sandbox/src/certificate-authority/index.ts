export type { AuthorityFolder } from "./authority-folder.ts";
export type { Identity } from "./identity.ts";
export type { TppCertificate, TppCertificateInput } from "./issue-tpp-certificate.ts";
export {
  type CertificateAuthority,
  type CertificateAuthorityOptions,
  openCertificateAuthority,
} from "./open-certificate-authority.ts";
export { processAuthority } from "./process-authority.ts";
export type { Revocation } from "./revocation-list.ts";
export { type TppCertificateKind, tppCertificateKinds } from "./tpp-certificate-kinds.ts";
