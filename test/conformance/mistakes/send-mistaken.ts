import { createHash, randomUUID, sign } from "node:crypto";
import { formatKeyId } from "@varde/protocol";
import { aPayment, ndct } from "@varde/testkit/payments";
import type { PsuSession } from "@varde/testkit/psu";
import type { RawTpp } from "@varde/testkit/tpp";

export const target = `${ndct}?allowLogicalDuplicate=tr%75e`;
export const digestOf = (text: string | Buffer): string =>
  `SHA-256=${createHash("sha256").update(text).digest("base64")}`;

/** Writes a payment as no library writes JSON by default. */
const spaced = (payment: object): string => `${JSON.stringify(payment, undefined, 1)}\n`;

/** Returns a payment that the bank accepts, with characters in its hash that base64url changes. */
const findPayment = (number = 1): ReturnType<typeof aPayment> => {
  const remittanceInformationUnstructured = `Faktura ${number}`;
  const payment = aPayment({ creditorName: "Blåbær & co/AS", remittanceInformationUnstructured });
  const digest = digestOf(spaced(payment));
  return digest.includes("+") && digest.includes("/") ? payment : findPayment(number + 1);
};
const payment = findPayment();
export const body = spaced(payment);
export const minified = JSON.stringify(payment);
const names = [...minified.matchAll(/"(\w+)":/g)].map(([, name = ""]) => name);
export const sorted = JSON.stringify(payment, names.toSorted());
export const candidates = ["date", "digest", "x-request-id", "psu-id", "tpp-redirect-uri"];

/** A mistake in an otherwise correct request. */
export interface Change {
  /** Headers that are changed, or removed if undefined. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly names?: readonly string[];
  /** Builds the string to sign from the lines of the correct one. */
  readonly signs?: (
    string: string,
    values: Readonly<Record<string, string>>,
    tpp: RawTpp,
  ) => string | Buffer;
  readonly signature?: (string: string, tpp: RawTpp) => Buffer;
  readonly keyId?: (right: string) => string;
  readonly header?: (signature: string) => string;
  /** Headers that depend on the time of the request. */
  readonly headersNow?: () => Readonly<Record<string, string>>;
  /** Writes the certificate header from the base64 of the right certificate. */
  readonly certificate?: (base64: string) => string;
  readonly body?: Buffer;
}

/** Signs a value of a header that differs from the one sent. */
export const put =
  (name: string, value: string | ((right: string) => string)): NonNullable<Change["signs"]> =>
  (string, values) => {
    const right = values[name] ?? "";
    const wrong = typeof value === "string" ? value : value(right);
    return string.replace(`${name}: ${right}`, `${name}: ${wrong}`);
  };

/** Replaces the signature part of a header. */
export const signatureAs = (text: string, write: (bytes: Buffer) => string): string =>
  text.replace(
    /signature="([^"]*)"/,
    (_, base64: string) => `signature="${write(Buffer.from(base64, "base64"))}"`,
  );

type Psu = Pick<PsuSession, "psuId" | "sessionId">;

const headerValues = (
  change: Change,
  tpp: RawTpp,
  { psuId, sessionId }: Psu,
): Record<string, string> => {
  const certificate = tpp.certificate.der.toString("base64");
  const values: Record<string, string | undefined> = {
    "content-type": "application/json",
    "x-accept-fix": "amount-as-string",
    "tpp-session-id": sessionId,
    "psu-ip-address": "192.0.2.1",
    date: new Date().toUTCString(),
    digest: digestOf(body),
    "x-request-id": randomUUID(),
    // The bank ignores the letter case of an id; a signature does not.
    "psu-id": psuId.toUpperCase(),
    "tpp-redirect-uri": "https://tpp.example/cb?state=a%20b&lang=nb",
    "tpp-signature-certificate": change.certificate?.(certificate) ?? certificate,
    ...change.headers,
    ...change.headersNow?.(),
  };
  return JSON.parse(JSON.stringify(values)) as Record<string, string>;
};

/** Signs and sends a payment step by step, with one of the steps done wrong. */
export const sendMistaken = (change: Change, tpp: RawTpp, psu: Psu) => {
  const values = headerValues(change, tpp, psu);
  const signedNames = change.names ?? candidates;
  const valueFor = (name: string) =>
    name === "(request-target)" ? `post ${target}` : values[name];
  const right = signedNames.map((name) => `${name}: ${valueFor(name)}`).join("\n");
  const signed = change.signs?.(right, values, tpp) ?? right;
  const signature = (
    change.signature?.(right, tpp) ?? sign("sha256", Buffer.from(signed), tpp.key)
  ).toString("base64");
  const keyId = formatKeyId(tpp.certificate);
  const written =
    `keyId="${change.keyId?.(keyId) ?? keyId}",algorithm="rsa-sha256",` +
    `headers="${signedNames.join(" ")}",signature="${signature}"`;
  const sent = { signature: change.header?.(written) ?? written, ...values };
  return tpp.exchange("POST", target, sent, change.body ?? body);
};
