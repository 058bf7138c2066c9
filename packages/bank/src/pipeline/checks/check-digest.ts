import { checkDigestHeader, findDigestTolerances, isInvalid } from "@varde/protocol";
import { refuse } from "../../request/refusal.ts";
import type { Check } from "./check.ts";
import { readsBody } from "./check-media-type.ts";
import { tolerate } from "./tolerate.ts";

/** Checks that a Digest header matches the received bytes. */
export const checkDigest: Check = (context, bank) => {
  const header = context.header("digest");
  if (header === undefined) {
    if (readsBody(context)) context.warnings.push("The body is not protected: send a Digest.");
    return undefined;
  }
  const digest = checkDigestHeader(header, context.received.rawBody, bank.reader);
  if (!isInvalid(digest)) return tolerate(findDigestTolerances(header), "Digest", context, bank);
  return refuse(
    { code: "BAD_REQUEST", path: "Digest", text: `The Digest header ${digest.reason}.` },
    { stage: "Digest" },
  );
};
