import { limits, statusByCode } from "@varde/protocol";
import type { BankConfiguration } from "../configuration/bank-configuration.ts";
import { type ApiResponse, respondWith } from "../request/api-response.ts";
import type { Refusal } from "../request/refusal.ts";

/**
 * Turns a refusal into a response; nothing else does. In production the text names only the stage
 * of the signature check that failed, and never contains the reason meant for the log. A sandbox
 * includes both, for developers.
 */
export const presentRefusal = (
  refusal: Refusal,
  configuration: Pick<BankConfiguration, "mode">,
): ApiResponse => {
  const [first] = refusal.violations;
  const isTerse = refusal.stage !== undefined && configuration.mode === "production";
  const reason = configuration.mode === "sandbox" ? refusal.logReason : undefined;
  const body = {
    tppMessages: refusal.violations.map(({ code, path, text }) => ({
      category: "ERROR",
      code,
      ...(path === undefined ? {} : { path }),
      text: cut(isTerse ? `The ${refusal.stage} check failed.` : withReason(text, reason)),
    })),
    ...(refusal.scaRedirect === undefined
      ? {}
      : { _links: { scaRedirect: { href: refusal.scaRedirect, verbs: ["GET"] } } }),
  };
  return respondWith(first.status ?? statusByCode[first.code], body, refusal.headers);
};

const withReason = (text: string, reason: string | undefined): string =>
  reason === undefined ? text : `${text.replace(/\.$/, "")}: ${reason}.`;

const cut = (text: string): string => {
  const characters = [...text];
  return characters.length <= limits.messageTextCharactersMax
    ? text
    : `${characters.slice(0, limits.messageTextCharactersMax - 1).join("")}…`;
};
