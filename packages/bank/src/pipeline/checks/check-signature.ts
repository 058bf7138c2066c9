import {
  buildSigningString,
  coveredHeadersMissing,
  diagnoseSignature,
  isInvalid,
  quickLimits,
  verifySignature,
} from "@varde/protocol";
import type { Bank } from "../../bank.ts";
import { type Refusal, refuse } from "../../request/refusal.ts";
import type { RequestContext } from "../../request/request-context.ts";
import type { Check } from "./check.ts";

/** SIG-04: checks that the signature matches the request and covers all required headers. */
export const checkSignature: Check = (context, bank) => {
  const { algorithm, headers: names, signature } = context.signature;
  const missing = coveredHeadersMissing(names, context.received.headers);
  if (missing.length > 0) {
    return refuseSignature(
      `The signature does not cover ${missing.join(", ")}: add each of them that you send ` +
        "to the headers part and to the signing string.",
    );
  }
  const string = buildSigningString(names, signedParts(context));
  if (isInvalid(string)) return refuseSignature(`The signing string ${string.reason}.`);
  const { publicKey } = context.certificate;
  if (verifySignature(publicKey, algorithm, string, signature)) return undefined;
  // Finding out what was signed instead takes milliseconds, so only a sandbox does it.
  return refuseSignature(
    bank.configuration.mode === "sandbox" ? explain(context, bank) : "is not valid",
  );
};

/** The parts of a request that a signature can cover. */
const signedParts = (context: RequestContext) => ({
  method: context.received.method,
  target: context.received.target,
  header: (name: string) => context.received.headers.get(name),
});

/** Larger bodies are searched for mistakes only in the full explanation. */
const searchedBytesMax = 16 * 1024;
const nothing = Buffer.alloc(0);

const explain = (context: RequestContext, bank: Bank): string => {
  const { rawBody, headers } = context.received;
  try {
    const input = {
      publicKey: context.certificate.publicKey,
      algorithm: context.signature.algorithm,
      names: context.signature.headers,
      signature: context.signature.signature,
      presentNames: headers.names(),
      body: rawBody.length <= searchedBytesMax ? rawBody : nothing,
      ...signedParts(context),
    };
    return diagnoseSignature(input, quickLimits).text;
  } catch (error) {
    bank.log.error({ err: error, operation: context.operation.id }, "signature not explained");
    return "The signature does not match the request.";
  }
};

const refuseSignature = (text: string): Refusal =>
  refuse({ code: "BAD_REQUEST", path: "Signature", text }, { stage: "Signature" });
