export { type KeyPair, pooledRsaKeys } from "./pooled-rsa-keys.ts";
