import crypto, { constants, type KeyObject, verify } from "node:crypto";
import { buildSigningLines, joinSigningLines } from "../signing-string.ts";
import { hashBySignatureAlgorithm, type SignatureAlgorithm } from "../verify-signature.ts";
import { describeLines } from "./describe-lines.ts";
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
}

/** Limits of a diagnosis: how many strings are tried, and how many bytes are hashed for them. */
export interface DiagnosisLimits {
  readonly attemptsMax: number;
  readonly hashedBytesMax: number;
}

/** For a thread that has nothing else to do. */
const thorough: DiagnosisLimits = { attemptsMax: 100_000, hashedBytesMax: 64 * 1024 * 1024 };

/** For a thread that has to answer other requests: a few milliseconds. */
export const hasty: DiagnosisLimits = { attemptsMax: 4_000, hashedBytesMax: 1024 * 1024 };

const allLineMistakes: readonly LineMistake[] = [...lineMistakes, ...valueMistakes];

/** The names of all mistakes, for documentation and tests. */
export const signatureMistakes: readonly string[] = [
  "header-absent",
  "key-not-rsa",
  "other-key",
  "other-padding",
  "signature-length",
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
    const diagnosis = () => ({ mistake, text: `You signed ${signed}: ${why}.` });
    for (const form of forms(lines, input)) yield { diagnosis, signed: form };
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
      if (crypto.hash(name, signed, "base64") === expected) return diagnosis();
    }
  }
  return undefined;
};

const diagnoseUnrecovered = (input: DiagnoseInput, text: string): Diagnosis => {
  const expected = (input.publicKey.asymmetricKeyDetails?.modulusLength ?? 0) / 8;
  if (input.signature.length !== expected) {
    return {
      mistake: "signature-length",
      text: `The signature has ${input.signature.length} bytes; with this key it has ${expected}.`,
    };
  }
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
  const diagnosis = attempted ?? (limits === hasty ? gaveUp : unknown(text));
  if (found.name === expected) return diagnosis;
  return {
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
  input: DiagnoseInput,
  limits: DiagnosisLimits = thorough,
): Diagnosis => {
  const lines = buildSigningLines(input.names, input);
  if (!lines.ok) return { mistake: "header-absent", text: `The Signature ${lines.reason}.` };
  if (input.publicKey.asymmetricKeyType !== "rsa") {
    const kind = input.publicKey.asymmetricKeyType;
    return {
      mistake: "key-not-rsa",
      text: `The key of the certificate is ${kind}; use an RSA key.`,
    };
  }
  const found = recoverSignedHash(input.publicKey, input.signature);
  return found
    ? diagnoseHash(found, lines.value, input, limits)
    : diagnoseUnrecovered(input, joinSigningLines(lines.value));
};
