import {
  buildSigningString,
  coveredHeadersMissing,
  diagnoseSignature,
  isInvalid,
  quickLimits,
  type Reader,
  requestTargetName,
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
  if (bank.configuration.requestTarget === "required" && !names.includes(requestTargetName)) {
    return refuseSignature(unsignedTarget);
  }
  const string = buildSigningString(names, signedParts(context));
  if (isInvalid(string)) return refuseSignature(`The signing string ${string.reason}.`);
  const { publicKey } = context.certificate;
  if (verifySignature(publicKey, algorithm, string, signature)) return undefined;
  // Finding out what was signed instead takes milliseconds, so only a sandbox does it.
  return refuseSignature(
    bank.reader === undefined ? "is not valid" : explain(bank.reader, context, bank),
  );
};

/** SIG-44: the text for a signature that would be valid for other methods and paths too. */
const unsignedTarget =
  `The signature does not cover ${requestTargetName}, which this bank requires: add it to the ` +
  `headers part, and the line "${requestTargetName}: post /v1/path?query" to the signing string, ` +
  "with method, path and query of the request.";

/** The parts of a request that a signature can cover. */
const signedParts = (context: RequestContext) => ({
  method: context.received.method,
  target: context.received.target,
  header: (name: string) => context.received.headers.get(name),
});

const nothing = Buffer.alloc(0);

const explain = (reader: Reader, context: RequestContext, bank: Bank): string => {
  const { rawBody, headers } = context.received;
  try {
    const input = {
      publicKey: context.certificate.publicKey,
      algorithm: context.signature.algorithm,
      names: context.signature.headers,
      signature: context.signature.signature,
      presentNames: headers.names(),
      // Larger bodies are searched for mistakes only in the full explanation.
      body: reader.readsBytes(rawBody.length) ? rawBody : nothing,
      ...signedParts(context),
    };
    return diagnoseSignature(reader, input, quickLimits).text;
  } catch (error) {
    bank.log.error({ err: error, operation: context.operation.id }, "signature not explained");
    return "The signature does not match the request.";
  }
};

const refuseSignature = (text: string): Refusal =>
  refuse({ code: "BAD_REQUEST", path: "Signature", text }, { stage: "Signature" });
