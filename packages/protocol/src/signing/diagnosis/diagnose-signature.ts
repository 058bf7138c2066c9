import crypto, { constants, type KeyObject, verify } from "node:crypto";
import { isInvalid } from "../../invalid.ts";
import type { Reader } from "../../reader.ts";
import { countOf } from "../../values/count-of.ts";
import { hashBySignatureAlgorithm, type SignatureAlgorithm } from "../signature.ts";
import { buildSigningLines, joinSigningLines } from "../signing-string.ts";
import { addressMistakes } from "./address-mistakes.ts";
import { describeDifference, describeLines } from "./describe-difference.ts";
import { formMistakes } from "./form-mistakes.ts";
import { lineMistakes } from "./line-mistakes.ts";
import type { LineMistake, Lines, SignatureEvidence } from "./mistake.ts";
import { recoverSignedHash, type SignedHash, type SignedHashName } from "./recover-signed-hash.ts";
import { valueMistakes } from "./value-mistakes.ts";

export interface DiagnoseInput extends SignatureEvidence {
  readonly publicKey: KeyObject;
  readonly algorithm: SignatureAlgorithm;
  /** The names of the Signature's headers part. */
  readonly names: readonly string[];
  readonly signature: Uint8Array;
}

/** A short name for the mistake, and a text for the developer who made it. */
export interface Diagnosis {
  readonly mistake: string;
  readonly text: string;
  /** The text that was signed instead of the signing string, if the mistake is known. */
  readonly signedString?: string;
}

/** Limits of a diagnosis: how many strings are tried, and how many bytes are hashed for them. */
export interface DiagnosisLimits {
  readonly attemptsMax: number;
  readonly hashedBytesMax: number;
}

/** For a thread that has nothing else to do. */
const thoroughLimits: DiagnosisLimits = { attemptsMax: 100_000, hashedBytesMax: 64 * 1024 * 1024 };

/** For a thread that has to answer other requests: a few milliseconds. */
export const quickLimits: DiagnosisLimits = { attemptsMax: 4_000, hashedBytesMax: 1024 * 1024 };

const allLineMistakes: readonly LineMistake[] = [
  ...lineMistakes,
  ...valueMistakes,
  ...addressMistakes,
];

/** The names of all mistakes, for documentation and tests. */
export const signatureMistakes: readonly string[] = [
  "header-absent",
  "key-not-rsa",
  "other-key",
  "other-padding",
  "signature-length",
  "signature-as-hex",
  "signature-encoded-twice",
  "signature-is-hmac",
  "signature-is-ecdsa",
  "other-hash",
  "hash-without-digest-info",
  "string-not-hashed",
  ...[...allLineMistakes, ...formMistakes].map(({ mistake }) => mistake),
];

interface Attempt {
  readonly diagnosis: () => Diagnosis;
  readonly signed: string | Uint8Array;
}

function* attempt(lines: Lines, input: DiagnoseInput): Generator<Attempt> {
  for (const { mistake, signed, why, forms } of formMistakes) {
    for (const form of forms(lines, input)) {
      const diagnosis = () => ({
        mistake,
        text: `You signed ${signed}: ${why}. ${describeDifference(form, joinSigningLines(lines))}`,
      });
      yield { diagnosis, signed: form };
    }
  }
  for (const { mistake, why, variants } of allLineMistakes) {
    for (const variant of variants(lines, input)) {
      const diagnosis = () => ({ mistake, text: `${describeLines(variant, lines)}: ${why}.` });
      yield { diagnosis, signed: joinSigningLines(variant) };
    }
  }
}

/** Combines two mistakes: wrong lines, and a wrong way to turn them into bytes. */
function* attemptPairs(lines: Lines, input: DiagnoseInput): Generator<Attempt> {
  for (const { mistake, why, variants, isBulky } of allLineMistakes) {
    if (isBulky) continue;
    for (const variant of variants(lines, input)) {
      for (const form of formMistakes) {
        if (form.isBulky) continue;
        const diagnosis = () => ({
          mistake: `${mistake} + ${form.mistake}`,
          text:
            `${describeLines(variant, lines)}: ${why}. ` +
            `You also signed ${form.signed}: ${form.why}.`,
        });
        for (const signed of form.forms(variant, input)) yield { diagnosis, signed };
      }
    }
  }
}

const findAttempt = (
  name: SignedHashName,
  signedHash: Buffer,
  lines: Lines,
  input: DiagnoseInput,
  { attemptsMax, hashedBytesMax }: DiagnosisLimits,
): Diagnosis | undefined => {
  const expected = signedHash.toString("base64");
  let attempts = 0;
  let hashedBytes = 0;
  for (const round of [attempt, attemptPairs]) {
    for (const { diagnosis, signed } of round(lines, input)) {
      attempts += 1;
      hashedBytes += signed.length;
      if (attempts > attemptsMax || hashedBytes > hashedBytesMax) return undefined;
      if (crypto.hash(name, signed, "base64") === expected) {
        return { ...diagnosis(), signedString: Buffer.from(signed).toString() };
      }
    }
  }
  return undefined;
};

/** The lengths of SHA-1, SHA-256 and SHA-512, and of the HMACs made with them. */
const hashLengths: readonly number[] = [20, 32, 64];

/** Explains a signature of another length than the key's. */
const diagnoseLength = (bytes: Uint8Array, expected: number): Diagnosis => {
  const signature = Buffer.from(bytes);
  const text = signature.toString("latin1");
  const sizes = `it has ${countOf(bytes.length, "byte")}; with this key it has ${expected}`;
  if (/^[0-9a-f]+$/i.test(signature.toString("base64"))) {
    return { mistake: "signature-as-hex", text: `The signature is in hexadecimal; send base64.` };
  }
  if (/^(?:[0-9a-f]{2}:?)+$/i.test(text)) {
    const why = "The signature is base64 of hexadecimal digits; encode its bytes instead";
    return { mistake: "signature-as-hex", text: `${why}: ${sizes}.` };
  }
  if (/^[A-Za-z0-9+/\s]+(?:={1,2}\s*)?$/.test(text)) {
    const why = "The signature is base64 of base64; encode its bytes only once";
    return { mistake: "signature-encoded-twice", text: `${why}: ${sizes}.` };
  }
  if (hashLengths.includes(bytes.length)) {
    const why = "The signature is an HMAC or a hash; sign with the private key of the certificate";
    return { mistake: "signature-is-hmac", text: `${why}: ${sizes}.` };
  }
  if (bytes[0] === 0x30 && bytes[1] === bytes.length - 2) {
    const why = "The signature is an ECDSA signature; sign with the RSA key of the certificate";
    return { mistake: "signature-is-ecdsa", text: `${why}: ${sizes}.` };
  }
  return { mistake: "signature-length", text: `The signature is incomplete: ${sizes}.` };
};

const diagnoseUnrecovered = (input: DiagnoseInput, text: string): Diagnosis => {
  const expected = (input.publicKey.asymmetricKeyDetails?.modulusLength ?? 0) / 8;
  if (input.signature.length !== expected) return diagnoseLength(input.signature, expected);
  const padding = constants.RSA_PKCS1_PSS_PADDING;
  const isPss = ["sha256", "sha512"].some((name) =>
    verify(name, Buffer.from(text), { key: input.publicKey, padding }, input.signature),
  );
  return isPss
    ? { mistake: "other-padding", text: "You signed with RSA-PSS; use PKCS#1 v1.5." }
    : {
        mistake: "other-key",
        text: "The signature was made with another key than the one in the certificate.",
      };
};

const diagnosePayload = (payload: Buffer, text: string): Diagnosis | undefined => {
  if (payload.equals(Buffer.from(text))) {
    return { mistake: "string-not-hashed", text: "You signed the string without hashing it." };
  }
  const isHash = (["sha256", "sha512"] as const).some((name) => {
    const hex = crypto.hash(name, text, "hex");
    return payload.toString("hex") === hex || payload.toString("latin1").toLowerCase() === hex;
  });
  return isHash
    ? {
        mistake: "hash-without-digest-info",
        text:
          "You signed the correct hash without a DigestInfo around it; sign the string with " +
          "RSA-SHA256 instead of encrypting its hash.",
      }
    : undefined;
};

const gaveUp: Diagnosis = {
  mistake: "unknown",
  text:
    "The key of the certificate signed a different string than the server built. The full " +
    "explanation searches further for the mistake.",
};

const unknown = (text: string): Diagnosis => ({
  mistake: "unknown",
  text:
    "The key of the certificate signed a different string than the server built, and no known " +
    `mistake explains it. The server's string starts with "${text.split("\n")[0]}".`,
});

const diagnoseHash = (
  found: SignedHash,
  lines: Lines,
  input: DiagnoseInput,
  limits: DiagnosisLimits,
): Diagnosis => {
  const text = joinSigningLines(lines);
  if (found.name === undefined) return diagnosePayload(found.payload, text) ?? unknown(text);
  const expected = hashBySignatureAlgorithm[input.algorithm];
  const isRightString = crypto.hash(found.name, text, "buffer").equals(found.hash);
  if (isRightString && found.name === expected) {
    return { mistake: "none", text: "The signature is correct." };
  }
  const otherHash = `You signed with ${found.name}; the algorithm part says ${input.algorithm}.`;
  if (isRightString) return { mistake: "other-hash", text: otherHash };
  const attempted = findAttempt(found.name, found.hash, lines, input, limits);
  const diagnosis = attempted ?? (limits === quickLimits ? gaveUp : unknown(text));
  if (found.name === expected) return diagnosis;
  return {
    ...diagnosis,
    mistake: `other-hash + ${diagnosis.mistake}`,
    text: `${otherHash} ${diagnosis.text}`,
  };
};

/**
 * Explains why a signature does not verify, for the developer who made it. It recovers the signed
 * hash from the signature and compares it with the hash of each likely mistake, so a diagnosis is
 * proven, not guessed. If no mistake matches, it says so.
 */
export const diagnoseSignature = (
  reader: Reader,
  request: Omit<DiagnoseInput, "reader">,
  limits: DiagnosisLimits = thoroughLimits,
): Diagnosis => {
  const input = { ...request, reader };
  const lines = buildSigningLines(input.names, input);
  if (isInvalid(lines)) return { mistake: "header-absent", text: `The Signature ${lines.reason}.` };
  if (input.publicKey.asymmetricKeyType !== "rsa") {
    const kind = input.publicKey.asymmetricKeyType;
    return {
      mistake: "key-not-rsa",
      text: `The key of the certificate is ${kind}; use an RSA key.`,
    };
  }
  const found = recoverSignedHash(input.publicKey, input.signature);
  return found
    ? diagnoseHash(found, lines, input, limits)
    : diagnoseUnrecovered(input, joinSigningLines(lines));
};
