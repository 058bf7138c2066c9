import { constants, type KeyObject, sign } from "node:crypto";
import {
  buildSigningString,
  formatSignatureHeader,
  isInvalid,
  parseSignatureHeader,
} from "@varde/protocol";

type Headers = Record<string, string | string[]>;

export interface ResignOptions {
  readonly key: KeyObject;
  /** The headers to cover; by default those of the current signature. */
  readonly names?: readonly string[];
  readonly keyId?: string;
  readonly hash?: "sha256" | "sha512";
  readonly method?: string;
  readonly target?: string;
}

/** Returns the value of a header, ignoring the case of its name. */
export const headerValue = (headers: Headers, name: string): string | undefined => {
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return Array.isArray(value) ? value[0] : value;
};

/** Replaces the signature, as an attacker with another key could. */
export const resign = (headers: Headers, options: ResignOptions): void => {
  const present = parseSignatureHeader(headerValue(headers, "signature") ?? "");
  if (isInvalid(present)) throw new Error(present.reason);
  const names = options.names ?? present.headers;
  const string = buildSigningString(names, {
    method: options.method ?? "POST",
    target: options.target ?? "",
    header: (name) => headerValue(headers, name),
  });
  if (isInvalid(string)) throw new Error(string.reason);
  const hash = options.hash ?? "sha256";
  headers.Signature = formatSignatureHeader({
    keyId: options.keyId ?? present.keyId,
    algorithm: `rsa-${hash}`,
    headers: names,
    signature: sign(hash, Buffer.from(string), {
      key: options.key,
      padding: constants.RSA_PKCS1_PADDING,
    }),
  });
};

/** Changes one part of a Signature header as text, without signing again. */
export const changePart = (signature: string, part: string, value: string): string =>
  signature.replace(new RegExp(`${part}="[^"]*"`), () => `${part}="${value}"`);
