import { matchKeyId, parseSignatureHeader } from "@varde/protocol";
import { refuse } from "../../request/refusal.ts";
import type { Check } from "./check.ts";

/** Checks that the Signature header has its four parts and keyId names the sent certificate. */
export const checkKeyId: Check = (context, bank) => {
  const header = parseSignatureHeader(context.header("signature") ?? "");
  if (!header.ok) return refuseSignature(`The Signature header ${header.reason}.`);
  context.signature = header.value;
  context.warnings.push(...header.value.warnings);
  const match = matchKeyId(header.value.keyId, context.certificate, bank.configuration.keyIdIssuer);
  if (!match.ok) return refuseSignature(`The keyId of the Signature header ${match.reason}.`);
  if (match.warning !== undefined) context.warnings.push(match.warning);
  return undefined;
};

const refuseSignature = (text: string) =>
  refuse({ code: "BAD_REQUEST", path: "Signature", text }, { stage: "Signature" });
