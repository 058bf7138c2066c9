export {
  type Authorities,
  type AuthoritySource,
  joinAuthorities,
  type StatusSource,
} from "./authorities/authorities.ts";
export { type AuthorityFiles, openFileAuthorities } from "./authorities/file-authorities.ts";
export type { WatchOptions } from "./files/watched-file.ts";
export * from "./register/index.ts";
export type { RevocationOptions } from "./revocation/revocation-check.ts";
export { createEidasTrust, type EidasTrustOptions } from "./trust/eidas-trust.ts";
export { openListAuthorities, type TrustedListOptions } from "./trusted-list/list-authorities.ts";
