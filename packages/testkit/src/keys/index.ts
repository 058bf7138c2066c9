export type { KeyPair } from "@varde/sandbox";
export { pooledRsaKeys } from "./pooled-rsa-keys.ts";
