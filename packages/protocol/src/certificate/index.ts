export { type Certificate, type KeyType, type KeyUsage, keyUsages } from "./certificate.ts";
export { privateKeySent } from "./diagnose-certificate.ts";
export {
  type CertificateInput,
  formatCertificatePem,
  issueCertificate,
  type NameInput,
} from "./issue-certificate.ts";
export { attributeOids, findAttribute, type NameAttribute } from "./name-attribute.ts";
export { holdsPrivateKey } from "./private-key.ts";
export { type Psd2Role, psd2Roles, type QcStatements, type QcType } from "./qc-statements.ts";
export {
  findCertificateTolerances,
  readCertificate,
  readCertificateDer,
  readCertificatePem,
} from "./read-certificate.ts";
export { type ChainFault, chainFaults, InvalidChain, verifyChain } from "./verify-chain.ts";
export {
  authorityKeyIdentifierExtension,
  basicConstraintsExtension,
  keyUsageExtension,
  psd2StatementDer,
  qcStatementsExtension,
  serverAuthExtension,
  subjectAltNameExtension,
  subjectKeyIdentifierExtension,
} from "./write-extensions.ts";
