import { formatDateHeader, type Operation } from "@varde/protocol";
import type { BankConfiguration } from "../configuration/bank-configuration.ts";

/** VER-08: returns the headers of every response of a deprecated operation, refusals included. */
export const deprecationHeaders = (
  { deprecation }: Pick<Operation, "deprecation">,
  { pathPrefix }: Pick<BankConfiguration, "pathPrefix">,
): Readonly<Record<string, string>> => {
  if (deprecation === undefined) return {};
  const { noticeOn, sunsetOn, successor } = deprecation;
  return {
    deprecation: formatDateHeader(Date.parse(noticeOn)),
    sunset: formatDateHeader(Date.parse(sunsetOn)),
    link: `<${pathPrefix}${successor}>; rel="successor-version"`,
  };
};
