export { findDateTolerances, formatDateHeader, parseDateHeader } from "./date-header.ts";
export { diagnoseDate } from "./diagnosis/diagnose-date.ts";
export {
  type DiagnoseInput,
  type Diagnosis,
  type DiagnosisLimits,
  diagnoseSignature,
  quickLimits,
  signatureMistakes,
} from "./diagnosis/diagnose-signature.ts";
export type { SignatureEvidence } from "./diagnosis/mistake.ts";
export {
  checkDigestHeader,
  computeDigest,
  type DigestAlgorithm,
  digestAlgorithms,
  findDigestTolerances,
} from "./digest.ts";
export {
  type DistinguishedName,
  formatDistinguishedName,
  parseDistinguishedName,
} from "./distinguished-name.ts";
export { formatCurl } from "./format-curl.ts";
export { decodeHeaderText } from "./header-text.ts";
export {
  formatKeyId,
  type KeyId,
  matchKeyId,
  parseKeyId,
} from "./key-id.ts";
export { decodeRfc2047, encodeRfc2047 } from "./rfc2047.ts";
export { type RequestSignature, type SignRequestInput, signRequest } from "./sign-request.ts";
export {
  type ResponseSignature,
  type ResponseToSign,
  type SignBytes,
  type SignResponseInput,
  signedResponseHeaders,
  signResponse,
  signResponseWith,
} from "./sign-response.ts";
export {
  createSignature,
  type ExternalSigner,
  type SignatureAlgorithm,
  type SigningKey,
  signatureAlgorithms,
  verifySignature,
} from "./signature.ts";
export {
  formatSignatureHeader,
  parseSignatureHeader,
  type SignatureHeader,
} from "./signature-header.ts";
export {
  buildSigningString,
  candidateHeaders,
  coveredHeadersMissing,
  requestTargetName,
  type SignedMessage,
} from "./signing-string.ts";
export { type VerifyResponseInput, verifyResponse } from "./verify-response.ts";
