import { formatDateHeader, type Operation } from "@varde/protocol";
import type { BankConfiguration } from "../configuration/bank-configuration.ts";

/** VER-08: adds the headers of every response of a deprecated operation, refusals included. */
export const addDeprecationHeaders = (
  headers: Record<string, string>,
  { deprecation }: Pick<Operation, "deprecation">,
  { pathPrefix }: Pick<BankConfiguration, "pathPrefix">,
): void => {
  if (deprecation === undefined) return;
  const { noticeOn, sunsetOn, successor } = deprecation;
  headers.deprecation = formatDateHeader(Date.parse(noticeOn));
  headers.sunset = formatDateHeader(Date.parse(sunsetOn));
  headers.link = `<${pathPrefix}${successor}>; rel="successor-version"`;
};
