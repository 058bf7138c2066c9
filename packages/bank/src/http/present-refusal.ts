import { limits, statusByCode, type Violation } from "@varde/protocol";
import type { BankConfiguration } from "../configuration/bank-configuration.ts";
import { type ApiResponse, respondWith } from "../request/api-response.ts";
import type { Refusal } from "../request/refusal.ts";

/**
 * Turns a refusal into a response; nothing else does. In production the text names only the stage
 * of the signature check that failed, and never contains the reason meant for the log. A sandbox
 * includes both, for developers, and the address of the signing guide.
 */
export const presentRefusal = (
  refusal: Refusal,
  configuration: Pick<BankConfiguration, "mode" | "publicUrl">,
): ApiResponse => {
  const [first] = refusal.violations;
  const isTerse = refusal.stage !== undefined && configuration.mode === "production";
  const reason = configuration.mode === "sandbox" ? refusal.logReason : undefined;
  const guided =
    configuration.mode === "sandbox" ? refusal.violations.find(isAboutSigning) : undefined;
  const body = {
    tppMessages: refusal.violations.map((violation) => {
      const { code, path, text } = violation;
      return {
        category: "ERROR",
        code,
        ...(path === undefined ? {} : { path }),
        text: isTerse
          ? `The ${refusal.stage} check failed.`
          : cut(withReason(text, reason), violation === guided ? nameGuide(configuration) : ""),
      };
    }),
    ...(refusal.scaRedirect === undefined
      ? {}
      : { _links: { scaRedirect: { href: refusal.scaRedirect, verbs: ["GET"] } } }),
  };
  return respondWith(first.status ?? statusByCode[first.code], body, refusal.headers);
};

const withReason = (text: string, reason: string | undefined): string =>
  reason === undefined ? text : `${text.replace(/\.$/, "")}: ${reason}.`;

/** The headers that prove who sends a request, and what. */
const proofHeaders: ReadonlySet<string | undefined> = new Set([
  "Date",
  "Digest",
  "Signature",
  "TPP-Signature-Certificate",
]);

/** Returns whether the signing guide helps. It does not with a certificate that is not trusted. */
const isAboutSigning = ({ code, path }: Violation): boolean =>
  code !== "FORBIDDEN" && proofHeaders.has(path);

/** SIG-45: says where a sandbox has every rule of signing. */
const nameGuide = ({ publicUrl }: Pick<BankConfiguration, "publicUrl">): string =>
  ` See ${publicUrl}/docs/guides/signing`;

/** Cuts a text that is too long, but not what follows it. */
const cut = (text: string, end: string): string => {
  const characters = [...text];
  const charactersMax = limits.messageTextCharactersMax - end.length;
  return characters.length <= charactersMax
    ? text + end
    : `${characters.slice(0, charactersMax - 1).join("")}…${end}`;
};
