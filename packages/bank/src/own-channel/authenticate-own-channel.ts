import crypto from "node:crypto";
import type { BankConfiguration } from "../configuration/bank-configuration.ts";

/** A channel of the bank that may use the API for its own channels. */
export type OwnChannelAccess = BankConfiguration["ownChannels"][number];

export type OwnChannelScope = OwnChannelAccess["scopes"][number];

/** The proof that a caller sends of who it is. */
export interface OwnChannelProof {
  /** The Authorization header. */
  readonly authorization: string | undefined;
  /** Base64 of the certificate of the connection; "" if there is none. */
  readonly clientCertificate: string;
}

/** Finds the channel of a bearer token, or else that of a client certificate. */
export const authenticateOwnChannel = (
  channels: readonly OwnChannelAccess[],
  { authorization, clientCertificate }: OwnChannelProof,
): OwnChannelAccess | undefined => {
  const token = /^Bearer +([\w.~+/=-]+)$/i.exec(authorization ?? "")?.[1];
  if (token !== undefined) {
    const digest = sha256(token);
    return channels.find(({ tokenSha256 }) => isSame(tokenSha256, digest));
  }
  if (clientCertificate === "") return undefined;
  const digest = sha256(Buffer.from(clientCertificate, "base64"));
  return channels.find(({ certificateSha256 }) => isSame(certificateSha256, digest));
};

const sha256 = (content: string | Buffer): string => crypto.hash("sha256", content, "hex");

/** Compares in constant time. */
const isSame = (configured: string | undefined, digest: string): boolean =>
  configured !== undefined &&
  crypto.timingSafeEqual(Buffer.from(configured.toLowerCase()), Buffer.from(digest));
