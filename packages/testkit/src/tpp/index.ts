export type { RawResponse } from "../responses/raw-response.ts";
export {
  aTpp,
  type PemIdentity,
  type RawRequest,
  RawTpp,
  type SignedRawRequest,
} from "./raw-tpp.ts";
export { changePart, headerValue, resign } from "./resign.ts";
export { formatRequest, sendBytes } from "./send-bytes.ts";
export { type ServedOperation, servedOperations } from "./served-operations.ts";
export {
  pemBody,
  selfSigned,
  TestAuthority,
  tppName,
} from "./test-authority.ts";
