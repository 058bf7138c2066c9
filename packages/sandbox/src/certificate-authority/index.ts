export type { AuthorityFolder } from "./authority-folder.ts";
export type { TppCertificate } from "./issue-tpp-certificate.ts";
export {
  type CertificateAuthority,
  openCertificateAuthority,
} from "./open-certificate-authority.ts";
export { processAuthority } from "./process-authority.ts";
export { type TppCertificateKind, tppCertificateKinds } from "./tpp-certificate-kinds.ts";
