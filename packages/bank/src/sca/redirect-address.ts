import { type PsuContext, statusByCode } from "@varde/protocol";
import type { PsuCorporateId, PsuId, SessionId } from "../ports/ids.ts";
import type { ScaFault } from "../records/sca-fault.ts";

export interface CompletedSca {
  readonly psuId: PsuId;
  readonly psuCorporateId: PsuCorporateId | undefined;
  readonly sessionId: SessionId;
  readonly context: PsuContext;
}

const successNames = ["psu-id", "psu-corporate-id", "tpp-session-id", "context"];
const failureNames = ["system", "status", "code", "message"];

/** Returns where the PSU goes after a completed SCA. The TPP's own query is preserved. */
export const successAddress = (redirectUri: string, success: CompletedSca): string =>
  withParameters(redirectUri, successNames, {
    "psu-id": success.psuId,
    ...(success.psuCorporateId === undefined ? {} : { "psu-corporate-id": success.psuCorporateId }),
    "tpp-session-id": success.sessionId,
    context: success.context,
  });

/** Returns where the PSU goes after a failed SCA, with the fault for the TPP. */
export const failureAddress = (redirectUri: string, fault: ScaFault): string =>
  withParameters(redirectUri, failureNames, {
    system: fault.system,
    status: String(statusByCode[fault.code]),
    code: fault.code,
    message: fault.message,
  });

/**
 * Appends parameters to the text, because parsing and rebuilding it could change the TPP's own
 * query. Parameters with the same names are removed first: of two values, some clients read the
 * first and some the last.
 */
const withParameters = (
  tppRedirectUri: string,
  names: readonly string[],
  parameters: Readonly<Record<string, string>>,
): string => {
  const redirectUri = withoutParameters(tppRedirectUri, names);
  const added = Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
  const joint = !redirectUri.includes("?") ? "?" : /[?&]$/.test(redirectUri) ? "" : "&";
  return `${redirectUri}${joint}${added}`;
};

const withoutParameters = (redirectUri: string, names: readonly string[]): string => {
  const start = redirectUri.indexOf("?") + 1;
  if (start === 0) return redirectUri;
  const parts = redirectUri.slice(start).split("&");
  const others = parts.filter((part) => {
    const [name = ""] = new URLSearchParams(part).keys();
    return !names.includes(name);
  });
  return others.length === parts.length
    ? redirectUri
    : redirectUri.slice(0, start) + others.join("&");
};
