import { readCertificate } from "@varde/protocol";
import type { Bank } from "../../bank.ts";
import { type Refusal, refuse } from "../../request/refusal.ts";
import type { KnownCertificate } from "../../request/tpp-cache.ts";
import { reasonNotToTrust } from "../../tpps/reason-not-to-trust.ts";
import type { Check } from "./check.ts";

const rsaBitsMin = 2048;
/** How long a verdict on a certificate's trust is relied on before the registers are asked anew. */
const verdictMs = 60_000;

/** The certificate can be read, holds a key this interface signs with, and is trusted. */
export const checkCertificate: Check = (context, bank) => {
  const header = context.header("tpp-signature-certificate") ?? "";
  const known = bank.tppCache.find(header);
  if (known !== undefined) {
    context.certificate = known.certificate;
    return context.received.receivedAt <= known.trustedUntil ? undefined : judge(known, bank);
  }
  const read = readCertificate(header);
  if (!read.ok) return refuseCertificate(`The certificate ${read.reason}.`);
  const { keyType, modulusBits } = read.value;
  if (keyType !== "rsa" || (modulusBits ?? 0) < rsaBitsMin) {
    const bits = modulusBits === undefined ? "" : ` of ${modulusBits} bits`;
    return refuseCertificate(
      `The certificate holds a key of type ${keyType}${bits}; ` +
        `this interface takes RSA of at least ${rsaBitsMin} bits.`,
    );
  }
  context.certificate = read.value;
  return judge(bank.tppCache.remember(header, read.value), bank);
};

const judge = async (known: KnownCertificate, bank: Bank): Promise<Refusal | undefined> => {
  const logReason = await reasonNotToTrust(known.certificate, bank);
  if (logReason === undefined) {
    const fromNow = bank.clock.machineNow() + verdictMs;
    known.trustedUntil = Math.min(fromNow, known.certificate.notAfter);
    return undefined;
  }
  return refuse(
    {
      code: "FORBIDDEN",
      path: "TPP-Signature-Certificate",
      text: "The certificate is not accepted by this bank.",
    },
    { logReason },
  );
};

const refuseCertificate = (text: string): Refusal =>
  refuse(
    { code: "BAD_REQUEST", path: "TPP-Signature-Certificate", text },
    { stage: "TPP-Signature-Certificate" },
  );
