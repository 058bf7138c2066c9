import { limits, statusByCode } from "@varde/protocol";
import type { BankConfiguration } from "../configuration.ts";
import { type Answer, answerWith } from "../request/answer.ts";
import type { Refusal } from "../request/refusal.ts";

/**
 * The one place where what is wrong becomes what is answered. Of the stages that guard the
 * signature, production tells the name only, and of what only the log should know, nothing: what
 * the server computed or found out is told to developers.
 */
export const presentRefusal = (
  refusal: Refusal,
  configuration: Pick<BankConfiguration, "mode">,
): Answer => {
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
  return answerWith(first.status ?? statusByCode[first.code], body, refusal.headers);
};

const withReason = (text: string, reason: string | undefined): string =>
  reason === undefined ? text : `${text.replace(/\.$/, "")}: ${reason}.`;

const cut = (text: string): string => {
  const characters = [...text];
  return characters.length <= limits.messageTextCharactersMax
    ? text
    : `${characters.slice(0, limits.messageTextCharactersMax - 1).join("")}…`;
};
