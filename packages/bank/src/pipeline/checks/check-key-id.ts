import { isInvalid, matchKeyId, parseSignatureHeader } from "@varde/protocol";
import { refuse } from "../../request/refusal.ts";
import type { Check } from "./check.ts";
import { tolerate } from "./tolerate.ts";

/** Checks that the Signature header has its four parts and keyId names the sent certificate. */
export const checkKeyId: Check = (context, bank) => {
  const header = parseSignatureHeader(context.requiredHeader("signature"), bank.reader);
  if (isInvalid(header)) return refuseSignature(`The Signature header ${header.reason}.`);
  context.signature = header;
  const match = matchKeyId(header.keyId, context.certificate, bank.reader);
  if (isInvalid(match))
    return refuseSignature(`The keyId of the Signature header ${match.reason}.`);
  return (
    tolerate(header.tolerated, "Signature", context, bank) ??
    tolerate(match, "Signature", context, bank)
  );
};

const refuseSignature = (text: string) =>
  refuse({ code: "BAD_REQUEST", path: "Signature", text }, { stage: "Signature" });
