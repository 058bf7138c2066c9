import {
  acceptFixNames,
  byOperation,
  countCharacters,
  type HeaderName,
  headerTitle,
  Invalid,
  isInvalid,
  isOneOf,
  limits,
  listEntries,
  parseCustomerNumber,
  parseHttpBoolean,
  parseIpAddress,
  parseRedirectUri,
  parseText,
  parseUuid,
  psuContexts,
  readsHeader,
  splitAcceptFix,
  type Violation,
} from "@varde/protocol";
import type { Bank } from "../../bank.ts";
import { acceptsLoopbackHttp } from "../../configuration/bank-configuration.ts";
import { refuseAll } from "../../request/refusal.ts";
import type { RequestContext } from "../../request/request-context.ts";
import type { Check } from "./check.ts";
import { parseQuery } from "./parse-query.ts";
import { tolerate } from "./tolerate.ts";

type Parse = (value: string, bank: Bank) => unknown | Invalid;

const oneOf =
  (values: readonly string[]): Parse =>
  (value) =>
    values.includes(value) ? value : new Invalid(`must be one of ${values.join(", ")}`);

/** Parsers of headers with a fixed format, except those that earlier checks have parsed. */
const forms: Partial<Record<HeaderName, Parse>> = {
  "tpp-session-id": (value) =>
    value.length <= limits.sessionIdCharactersMax && /^[\x21-\x7e]+$/.test(value)
      ? value
      : new Invalid(`must be 1 to ${limits.sessionIdCharactersMax} visible ASCII characters`),
  "tpp-redirect-uri": (value, bank) =>
    bank.knownRedirectUris.get(value) ? value : parseNewRedirectUri(value, bank),
  "tpp-redirect-preferred": parseHttpBoolean,
  "tpp-brand-logging-information": (value) =>
    countCharacters(value) <= limits.nameCharactersMax
      ? parseText(value)
      : new Invalid(`is longer than ${limits.nameCharactersMax} characters`),
  "psu-id": parseUuid,
  "x-psu-identity": parseCustomerNumber,
  "psu-corporate-id": parseUuid,
  "psu-context": oneOf(psuContexts),
  "psu-ip-address": parseIpAddress,
  "psu-ip-port": (value) =>
    /^[0-9]{1,5}$/.test(value) && Number(value) <= 65_535
      ? value
      : new Invalid("must be a port number"),
  "psu-http-method": oneOf(["GET", "POST", "PUT", "PATCH", "DELETE"]),
  "psu-device-id": parseUuid,
};

/** Longer addresses are not cached: thousands of them would take too much memory. */
const cachedUriCharactersMax = 500;

/** Caches well-formed addresses: parsing one is slow, and a TPP uses few. */
const parseNewRedirectUri: Parse = (value, bank) => {
  const loopbackHttp = acceptsLoopbackHttp(bank.configuration);
  const address = parseRedirectUri(value, { loopbackHttp });
  if (!isInvalid(address) && value.length <= cachedUriCharactersMax) {
    bank.knownRedirectUris.set(value, true);
  }
  return address;
};

const formsById = byOperation((operation) =>
  listEntries(forms).filter(([name]) => readsHeader(operation, name)),
);

/** Checks the format of all headers and query parameters that were sent. */
export const checkHeaderFormats: Check = (context, bank) => {
  const violations: Violation[] = [];
  for (const [name, parse] of formsById[context.operation.id]) {
    const value = context.header(name);
    if (value === undefined) continue;
    const result = parse(value, bank);
    if (!isInvalid(result) && name === "tpp-redirect-preferred" && value !== value.toLowerCase()) {
      violations.push(...tolerateCase(headerTitle(name), context, bank));
    }
    if (!isInvalid(result)) continue;
    const title = headerTitle(name);
    violations.push({
      code: "FORMAT_ERROR",
      path: title,
      text: `The header ${title} ${result.reason}.`,
    });
  }
  warnAboutUnknownFixes(context);
  const query = parseQuery(context.operation, context.received.target);
  context.query = query.values;
  violations.push(...query.violations);
  for (const name of query.booleansInOtherCase) {
    violations.push(...tolerateCase(name, context, bank));
  }
  if (query.unknown.length > 0) {
    const names = query.unknown.slice(0, 10).join(", ").slice(0, 300);
    context.warnings.push(`The query has unknown parameters: ${names}.`);
  }
  return refuseAll(violations);
};

const tolerateCase = (path: string, context: RequestContext, bank: Bank): readonly Violation[] =>
  tolerate([{ form: "boolean-case" }], path, context, bank)?.violations ?? [];

const warnAboutUnknownFixes = (context: RequestContext): void => {
  const header = context.header("x-accept-fix");
  if (header === undefined || isOneOf(acceptFixNames, header)) return;
  const unknown = splitAcceptFix(header).filter((value) => !isOneOf(acceptFixNames, value));
  if (unknown.length > 0) {
    context.warnings.push(`x-accept-fix has unknown values: ${unknown.join(", ").slice(0, 100)}.`);
  }
};
