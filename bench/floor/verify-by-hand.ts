import { hash, type KeyObject, verify, X509Certificate } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

const keys = new Map<string, KeyObject>();

const readKey = (certificate: string): KeyObject => {
  const known = keys.get(certificate);
  if (known !== undefined) return known;
  const { publicKey } = new X509Certificate(Buffer.from(certificate, "base64"));
  keys.set(certificate, publicKey);
  return publicKey;
};

/** Verifies only digest and signature, and caches the key of each certificate. */
export const verifyByHand = (headers: IncomingHttpHeaders, body: Uint8Array): boolean => {
  const { digest } = headers;
  if (digest !== undefined && digest !== `SHA-256=${hash("sha256", body, "base64")}`) return false;
  const signature = headers.signature as string;
  const names = /headers="([^"]*)"/.exec(signature)?.[1] ?? "";
  const bytes = /signature="([^"]*)"/.exec(signature)?.[1] ?? "";
  const lines = names.split(" ").map((name) => `${name}: ${headers[name]}`);
  return verify(
    "sha256",
    Buffer.from(lines.join("\n")),
    readKey(headers["tpp-signature-certificate"] as string),
    Buffer.from(bytes, "base64"),
  );
};
