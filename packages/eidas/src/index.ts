export {
  type Authorities,
  type AuthoritySource,
  joinAuthorities,
  type StatusSource,
} from "./authorities/authorities.ts";
export { type AuthorityFiles, openFileAuthorities } from "./authorities/file-authorities.ts";
export { createEidasTrust, type EidasTrustOptions } from "./eidas-trust.ts";
export * from "./register/index.ts";
export type { RevocationOptions } from "./revocation/revocation-check.ts";
export { openListAuthorities, type TrustedListOptions } from "./trusted-list/list-authorities.ts";
export type { WatchOptions } from "./watched-file.ts";
