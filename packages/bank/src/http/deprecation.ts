import { formatDateHeader, type OperationId, operations } from "@varde/protocol";
import type { BankConfiguration } from "../configuration/bank-configuration.ts";

interface Deprecation {
  /** Date of the announcement, YYYY-MM-DD. */
  readonly noticeOn: string;
  /** Date from which it may be removed: VER-01, at least three months after the notice. */
  readonly sunsetOn: string;
  readonly successor: OperationId;
}

/** VER-08: operations that are still served and will be removed. */
const deprecations: Partial<Record<OperationId, Deprecation>> = {
  createConsentDeprecated: {
    noticeOn: "2026-06-01",
    sunsetOn: "2027-01-01",
    successor: "createConsent",
  },
};

/** Returns the headers that every response of a deprecated operation has, refusals included. */
export const deprecationHeaders = (
  operationId: OperationId,
  { pathPrefix }: Pick<BankConfiguration, "pathPrefix">,
): Readonly<Record<string, string>> => {
  const deprecation = deprecations[operationId];
  if (deprecation === undefined) return {};
  const { noticeOn, sunsetOn, successor } = deprecation;
  return {
    deprecation: formatDateHeader(Date.parse(noticeOn)),
    sunset: formatDateHeader(Date.parse(sunsetOn)),
    link: `<${pathPrefix}${operations[successor].path}>; rel="successor-version"`,
  };
};
