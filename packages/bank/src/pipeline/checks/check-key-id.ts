import { matchKeyId, parseSignatureHeader } from "@varde/protocol";
import { refuse } from "../../request/refusal.ts";
import type { Check } from "./check.ts";
import { tolerate } from "./tolerate.ts";

/** Checks that the Signature header has its four parts and keyId names the sent certificate. */
export const checkKeyId: Check = (context, bank) => {
  const header = parseSignatureHeader(context.header("signature") ?? "");
  if (!header.ok) return refuseSignature(`The Signature header ${header.reason}.`);
  context.signature = header.value;
  const match = matchKeyId(header.value.keyId, context.certificate);
  if (!match.ok) return refuseSignature(`The keyId of the Signature header ${match.reason}.`);
  return tolerate([...header.value.tolerated, ...match.tolerated], "Signature", context, bank);
};

const refuseSignature = (text: string) =>
  refuse({ code: "BAD_REQUEST", path: "Signature", text }, { stage: "Signature" });
