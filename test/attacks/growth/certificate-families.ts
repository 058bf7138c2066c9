import { generateKeyPairSync } from "node:crypto";
import {
  attributeOids,
  formatCertificatePem,
  formatKeyId,
  isInvalid,
  issueCertificate,
  type NameInput,
  readCertificateDer,
} from "@varde/protocol";
import { pooledRsaKeys } from "@varde/testkit/keys";
import { changePart, RawTpp, type SignedRawRequest } from "@varde/testkit/tpp";
import type { Attacker } from "../stall/attacker.ts";
import { type Caller, callers } from "./callers.ts";
import { everyNth, formatFor } from "./growth-families.ts";
import type { Family } from "./growth-meter.ts";

const keys = pooledRsaKeys();
/** Signs certificates in a twentieth of the time that RSA takes. */
const issuerKeys = generateKeyPairSync("ec", { namedCurve: "P-256" });
const privateKeyPem = keys.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const dayMs = 86_400_000;

/** The header takes 8 192 characters of base64. */
const sizes = [1024, 2048, 4096, 8192];

const name: NameInput = [
  [attributeOids.organizationName, "a"],
  [attributeOids.commonName, "a"],
];

type Attributes = (at: number) => NameInput[number];

/** Attributes of which a name may have hundreds. */
const attributes: Readonly<Record<string, Attributes>> = {
  "equal attributes": () => ["2.5.4.11", "a"],
  "empty attributes": () => ["2.5.4.11", ""],
  "different attributes": (at) => ["2.5.4.11", String(at)],
  "attributes of different types": (at) => [`2.5.4.${at % 100}`, "a"],
  "attributes of unknown types": (at) => [`1.2.3.${at}`, "a"],
  "letters in attributes": (at) => ["2.5.4.11", `\u00c5 o\u0308 ${at}`],
};

/** A tag, a length and the content, as DER writes it. */
const encode = (tag: number, content: Uint8Array): Buffer => {
  const { length } = content;
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};

const oid = (last: number): Buffer =>
  encode(0x06, Buffer.from([0x55, 0x1d, 0x80 | (last >> 7), last & 127]));

const extension = (id: Uint8Array, value: Uint8Array): Buffer =>
  encode(0x30, Buffer.concat([id, encode(0x04, value)]));

/** Names beside the subject, and whole extensions. */
const extensions: Readonly<Record<string, (count: number) => readonly Buffer[]>> = {
  "alternative names": (count) => [
    extension(
      encode(0x06, Buffer.from([0x55, 0x1d, 17])),
      encode(
        0x30,
        Buffer.concat(
          Array.from({ length: count }, (_, at) => encode(0x82, Buffer.from(`n${at}`))),
        ),
      ),
    ),
  ],
  "unknown extensions": (count) =>
    Array.from({ length: count }, (_, at) =>
      extension(oid(1000 + at), encode(0x05, Buffer.alloc(0))),
    ),
  "nested extensions": (count) => {
    let value: Buffer = encode(0x05, Buffer.alloc(0));
    for (let at = 0; at < count; at += 1) value = encode(0x30, value);
    return [extension(oid(1000), value)];
  },
};

interface Wish {
  readonly issuer?: NameInput;
  readonly subject?: NameInput;
  readonly extensions?: readonly Buffer[];
}

let serialNumber = BigInt(Date.now());

/**
 * Issues another certificate each time, because a bank may remember what it found out about one.
 */
const issue = (wish: Wish): Buffer => {
  serialNumber += 1n;
  return issueCertificate({
    serialNumber,
    issuer: wish.issuer ?? name,
    subject: wish.subject ?? name,
    notBefore: Date.now() - dayMs,
    notAfter: Date.now() + dayMs,
    publicKey: keys.publicKey,
    signingKey: issuerKeys.privateKey,
    extensions: wish.extensions ?? [],
  });
};

/** Returns how much of something a certificate has whose base64 is not longer than this. */
const countFor = (characters: number, issueWith: (count: number) => Buffer): number => {
  let [low, high] = [0, characters];
  while (low + 1 < high) {
    const count = (low + high) >> 1;
    if (issueWith(count).toString("base64").length <= characters) low = count;
    else high = count;
  }
  return low;
};

/** Ways in which the signature names the issuer. */
const keyIds: Readonly<Record<string, (keyId: string) => string>> = {
  "as it is": (keyId) => keyId,
  "in the other order": (keyId) =>
    keyId.replace(/CA=(.*)$/, (_, issuer: string) => `CA=${issuer.split(",").reverse().join(",")}`),
  "with one part that it has not": (keyId) => `${keyId.slice(0, -1)}x`,
  "with letters in the other case": (keyId) =>
    keyId.replace(
      /CA=(.*)$/,
      (_, issuer: string) => `CA=${issuer.replace(/=[a-z]/g, (part) => part.toUpperCase())}`,
    ),
};

const signedWith = (der: Buffer, attacker: Attacker) => {
  const certificate = readCertificateDer(der);
  const pem = {
    certificatePem: formatCertificatePem(der),
    privateKeyPem,
  };
  return {
    certificate,
    tpp: isInvalid(certificate) ? undefined : new RawTpp(attacker.bank.addresses.http, pem),
  };
};

/** Lists families of certificates, each issued by itself, to a sandbox and to a production bank. */
export function* certificateFamilies(attacker: Attacker, step: number): Generator<Family> {
  const shapes: Readonly<Record<string, (count: number) => Wish>> = {
    ...Object.fromEntries(
      Object.entries(attributes).flatMap(([kind, attribute]) => {
        const many = (count: number) => [
          ...Array.from({ length: count }, (_, at) => attribute(at)),
          ...name,
        ];
        return [
          [`${kind} of the issuer`, (count: number) => ({ issuer: many(count) })],
          [`${kind} of the subject`, (count: number) => ({ subject: many(count) })],
          [`${kind} of both`, (count: number) => ({ issuer: many(count), subject: many(count) })],
        ];
      }),
    ),
    ...Object.fromEntries(
      Object.entries(extensions).map(([kind, write]) => [
        kind,
        (count: number) => ({ extensions: write(count) }),
      ]),
    ),
  };
  for (const [kind, wish] of Object.entries(shapes)) {
    const counts = new Map<number, number>();
    for (const [how, change] of Object.entries(keyIds)) {
      for (const to of ["sandbox", "production"] as const) {
        const caller = callers.find((each) => each.to === to) as Caller;
        yield {
          title: `certificate with ${kind}, its issuer ${how}`,
          sizes: everyNth(sizes, step),
          to,
          cpuMsMax: caller.cpuMsMax,
          format: async (bytes) => {
            const count = counts.get(bytes) ?? countFor(bytes, (one) => issue(wish(one)));
            counts.set(bytes, count);
            const signed = await signCertificate(issue(wish(count)), change, attacker);
            return formatFor(attacker, to, signed);
          },
        };
      }
    }
  }
}

const signCertificate = async (
  der: Buffer,
  change: (keyId: string) => string,
  attacker: Attacker,
): Promise<SignedRawRequest> => {
  const { tpp, certificate } = signedWith(der, attacker);
  const { headers } = attacker;
  if (tpp === undefined || isInvalid(certificate)) {
    const signed = await attacker.tpp.sign({ path: "/v1/accounts", headers });
    return {
      ...signed,
      headers: { ...signed.headers, "TPP-Signature-Certificate": der.toString("base64") },
    };
  }
  const signed = await tpp.sign({ path: "/v1/accounts", headers });
  const keyId = change(formatKeyId(certificate));
  const Signature = changePart(
    String(signed.headers.Signature),
    "keyId",
    keyId.replaceAll("\\", "\\\\"),
  );
  return { ...signed, headers: { ...signed.headers, Signature } };
};
