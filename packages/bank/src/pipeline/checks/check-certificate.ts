import crypto, { type KeyObject } from "node:crypto";
import {
  findCertificateTolerances,
  holdsPrivateKey,
  isInvalid,
  readCertificate,
} from "@varde/protocol";
import { andThen } from "@varde/storage";
import type { Bank } from "../../bank.ts";
import { trustMs, verifyTrust } from "../../parties/verify-trust.ts";
import { type KnownCertificate, newKnownCertificate } from "../../records/tpp-cache.ts";
import { type Refusal, refuse } from "../../request/refusal.ts";
import type { RequestContext } from "../../request/request-context.ts";
import type { Check } from "./check.ts";
import { tolerate } from "./tolerate.ts";

const rsaBitsMin = 2048;
/** SIG-41: smaller exponents make some faulty implementations of RSA forgeable. */
const productionExponentMin = 65_537n;

/**
 * SIG-46: the SHA-256 of the SubjectPublicKeyInfo of docs/guides/signing-vectors, whose private key
 * everybody has.
 */
const publicTestKeySha256 = "7db3faa554294d0d0ff92e38a5d2d82e09bfe4f3cd0bb901df1619fa80e93c5d";

/** Checks that the certificate is readable and trusted, and that its key type is supported. */
export const checkCertificate: Check = (context, bank) => {
  const header = context.requiredHeader("tpp-signature-certificate");
  const known = bank.tppCache.find(header);
  if (known !== undefined) {
    context.certificate = known.certificate;
    const isTrusted = context.received.receivedAt <= known.trustedUntil;
    return checkForm(header, context, bank) ?? (isTrusted ? undefined : checkTrust(known, bank));
  }
  const read = readCertificate(header, bank.reader);
  if (isInvalid(read)) return refuseUnreadable(header, read.reason);
  const { keyType, modulusBits, publicExponent = 0n } = read;
  if (keyType !== "rsa" || (modulusBits ?? 0) < rsaBitsMin) {
    const bits = modulusBits === undefined ? "" : ` of ${modulusBits} bits`;
    return refuseCertificate(
      `The certificate holds a key of type ${keyType}${bits}; ` +
        `the key must be RSA with at least ${rsaBitsMin} bits.`,
    );
  }
  if (bank.configuration.mode === "production" && publicExponent < productionExponentMin) {
    return refuseCertificate(
      `The certificate holds an RSA key with the public exponent ${publicExponent}; ` +
        `it must be at least ${productionExponentMin}.`,
    );
  }
  if (bank.configuration.mode === "production" && isPublicTestKey(read.publicKey)) {
    return refuseCertificate(
      "The certificate holds the key of the signing guide's test vectors, which is public.",
    );
  }
  context.certificate = read;
  const refusal = checkForm(header, context, bank);
  if (refusal !== undefined) return refusal;
  const unknown = newKnownCertificate(read);
  return andThen(checkTrust(unknown, bank), (untrusted) => {
    if (untrusted === undefined) bank.tppCache.remember(header, unknown);
    return untrusted;
  });
};

const isPublicTestKey = (key: KeyObject): boolean =>
  crypto.hash("sha256", key.export({ type: "spki", format: "der" }), "hex") === publicTestKeySha256;

const checkForm = (header: string, context: RequestContext, bank: Bank): Refusal | undefined =>
  tolerate(
    findCertificateTolerances(header, context.certificate),
    "TPP-Signature-Certificate",
    context,
    bank,
  );

/** SIG-39: refuses a private key with the whole text in production too, without an explanation. */
const refuseUnreadable = (header: string, reason: string): Refusal => {
  const { violations, ...stage } = refuseCertificate(`The certificate ${reason}.`);
  return { violations, ...(holdsPrivateKey(header) ? {} : stage) };
};

const checkTrust = async (known: KnownCertificate, bank: Bank): Promise<Refusal | undefined> => {
  const { reasonToRefuse: logReason, isAnchored } = await verifyTrust(
    known.certificate,
    "seal",
    bank,
  );
  if (logReason === undefined) {
    known.isAnchored = isAnchored;
    const fromNow = bank.clock.machineNow() + trustMs;
    known.trustedUntil = Math.min(fromNow, known.certificate.notAfter);
    // Identified again, because it depends on the anchor and its world may have been deleted.
    known.tpp = undefined;
    return undefined;
  }
  return refuse(
    {
      code: "FORBIDDEN",
      path: "TPP-Signature-Certificate",
      text: "This bank does not trust the certificate.",
    },
    { logReason },
  );
};

const refuseCertificate = (text: string): Refusal =>
  refuse(
    { code: "BAD_REQUEST", path: "TPP-Signature-Certificate", text },
    { stage: "TPP-Signature-Certificate" },
  );
