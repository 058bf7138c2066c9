import {
  bookingStatuses,
  Invalid,
  isInvalid,
  isOneOf,
  type Operation,
  parseHttpBoolean,
  parseIsoDate,
  type QueryForm,
  type Violation,
} from "@varde/protocol";

const limitMax = 1_000;

const parsers: Readonly<Record<QueryForm, (value: string) => unknown | Invalid>> = {
  boolean: parseHttpBoolean,
  date: parseIsoDate,
  limit: (value) => parseCount(value, 1, limitMax),
  offset: (value) => parseCount(value, 0, Number.MAX_SAFE_INTEGER),
  bookingStatus: (value) =>
    isOneOf(bookingStatuses, value)
      ? value
      : new Invalid(`must be one of ${bookingStatuses.join(", ")}`),
  page: (value) =>
    /^[\w.-]{1,512}$/.test(value)
      ? value
      : new Invalid("is not a page token of this bank; follow the links unchanged"),
};

export interface ReadQuery {
  readonly values: Readonly<Record<string, string>>;
  readonly violations: readonly Violation[];
  /** Names of booleans that are not in lower case; their values are. */
  readonly booleansInOtherCase: readonly string[];
  /** Names of parameters that the operation does not know; they are allowed. */
  readonly unknown: readonly string[];
}

const nothing: ReadQuery = { values: {}, violations: [], booleansInOtherCase: [], unknown: [] };

/** Parses the parameters that an operation knows, and lists the others. */
export const parseQuery = ({ query: known = {} }: Operation, target: string): ReadQuery => {
  const start = target.indexOf("?");
  if (start < 0) return nothing;
  const sent = new URLSearchParams(target.slice(start + 1));
  const values: Record<string, string> = {};
  const violations: Violation[] = [];
  const booleansInOtherCase: string[] = [];
  for (const [name, form] of Object.entries(known)) {
    const [value, ...more] = sent.getAll(name);
    if (value === undefined) continue;
    const result = more.length > 0 ? new Invalid("was sent more than once") : parsers[form](value);
    if (!isInvalid(result)) values[name] = form === "boolean" ? value.toLowerCase() : value;
    else violations.push(formatError(name, result.reason));
    if (!isInvalid(result) && values[name] !== value) booleansInOtherCase.push(name);
  }
  const unknown = [...new Set(sent.keys())].filter((name) => !Object.hasOwn(known, name));
  violations.push(...datesInOrder(values));
  return { values, violations, booleansInOtherCase, unknown };
};

const datesInOrder = (values: Readonly<Record<string, string>>): Violation[] => {
  for (const [from, to] of [
    ["dateFrom", "dateTo"],
    ["fromDate", "toDate"],
  ] as const) {
    const [first, last] = [values[from], values[to]];
    if (first !== undefined && last !== undefined && first > last) {
      return [formatError(from, `is after ${to}`)];
    }
  }
  return [];
};

const parseCount = (value: string, min: number, max: number): number | Invalid =>
  /^[0-9]{1,16}$/.test(value) && Number(value) >= min && Number(value) <= max
    ? Number(value)
    : new Invalid(`must be a whole number from ${min} to ${max}`);

const formatError = (name: string, reason: string): Violation => ({
  code: "FORMAT_ERROR",
  path: name,
  text: `The query parameter ${name} ${reason}.`,
});
