import { type PsuContext, statusByCode } from "@varde/protocol";
import type { ScaFault } from "./sca-subject.ts";

export interface ScaSuccess {
  readonly psuId: string;
  readonly psuCorporateId: string | undefined;
  readonly sessionId: string;
  readonly context: PsuContext;
}

/** RED: where the PSU goes after a completed SCA; the TPP's own query is kept. */
export const successAddress = (redirectUri: string, success: ScaSuccess): string =>
  withParameters(redirectUri, {
    "psu-id": success.psuId,
    ...(success.psuCorporateId === undefined ? {} : { "psu-corporate-id": success.psuCorporateId }),
    "tpp-session-id": success.sessionId,
    context: success.context,
  });

/** RED: where the PSU goes when the SCA failed, with what the TPP must know of it. */
export const failureAddress = (redirectUri: string, fault: ScaFault): string =>
  withParameters(redirectUri, {
    system: fault.system,
    status: String(statusByCode[fault.code]),
    code: fault.code,
    message: fault.message,
  });

/** Adds to the text as it stands: parsing and writing it anew could change the TPP's own part. */
const withParameters = (
  redirectUri: string,
  parameters: Readonly<Record<string, string>>,
): string => {
  const added = Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
  const joint = !redirectUri.includes("?") ? "?" : /[?&]$/.test(redirectUri) ? "" : "&";
  return `${redirectUri}${joint}${added}`;
};
