import { refuse } from "../../request/refusal.ts";
import { formatUse, signatureKey } from "../../request/used-signatures.ts";
import type { Check } from "./check.ts";

/**
 * SIG-42: checks that a signature was not used for another method or path before. Neither is among
 * the headers that TPPs sign, so a captured read would otherwise be valid as a deletion. SIG-47:
 * nor was it used at another bank of this process, because no signature names its bank.
 */
export const checkSignatureUse: Check = (context, bank) => {
  const { method, target, receivedAt } = context.received;
  const use = formatUse(bank.id, method, target);
  const key = signatureKey(context.certificate, context.signature.signature);
  const first = bank.usedSignatures.findFirstUse(key, use, receivedAt);
  if (first === use) return undefined;
  if (bankOf(first) !== bank.id) {
    return refuse(
      { code: "BAD_REQUEST", path: "Signature", text: usedAtOtherBank },
      { stage: "Signature" },
    );
  }
  const text =
    `This signature was already used for ${nameUse(first)}, and is now used for ${nameUse(use)}. ` +
    "Sign each request by itself, with an X-Request-ID of its own.";
  if (isRead(first) && isRead(use)) {
    // SIG-43: nothing was changed, but the next request may be a write.
    if (bank.configuration.mode === "sandbox") context.warnings.push(text);
    return undefined;
  }
  return refuse({ code: "BAD_REQUEST", path: "Signature", text }, { stage: "Signature" });
};

const usedAtOtherBank =
  "This signature was already used at another bank. Sign each request by itself, with an " +
  "X-Request-ID of its own.";

const bankOf = (use: string): string => use.slice(0, use.indexOf(" "));

const isRead = (use: string): boolean => use.split(" ", 2)[1] === "GET";

const namedSegment = /^(?:v1|[a-z-]{1,40}|[0-9a-f-]{36}|)$/;

/** Returns a use for messages and the log, without parts that are neither a word nor an id. */
const nameUse = (use: string): string => {
  const [, method = "", path = ""] = use.split(" ", 3);
  const named = path.split("/").map((segment) => (namedSegment.test(segment) ? segment : "..."));
  return `${method} ${named.join("/")}`;
};
