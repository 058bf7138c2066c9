import { Buffer, isUtf8 } from "node:buffer";
import { Invalid, isInvalid } from "../invalid.ts";
import { limits } from "../limits.ts";
import { hasTooManyMarks } from "../values/text.ts";
import { findJsonFault } from "./find-json-fault.ts";

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const comma = 0x2c;
const firstCombiningMark = 0x300;

/**
 * Parses a JSON body more strictly than `JSON.parse`: valid UTF-8 without a byte order mark, no
 * duplicate keys, no unpaired surrogates, at most 32 levels, at most 30 combining marks in a row,
 * no number too large for a double, no `__proto__` key. Strings are normalised to NFC, so that
 * lengths and comparisons are unambiguous.
 *
 * `JSON.parse` does most of the work. One pass over the text and one over the value find what it
 * accepts but this function does not. Only a body with a fault is read again, to find its position.
 *
 * @example
 * parseJson(Buffer.from('{"a":1,"a":2}')); // Invalid { reason: 'has the key "a" twice …' }
 */
export function parseJson(bytes: Uint8Array): unknown | Invalid {
  const body = parseJsonBody(bytes);
  return isInvalid(body) ? body : body.value;
}

/**
 * A JSON body as value and as text: the text received if it was in NFC, else the normalised text.
 */
export interface JsonBody {
  readonly value: unknown;
  readonly text: string;
}

/**
 * Parses like `parseJson` and also returns the text, for callers that store the body. If the names
 * that the body may have are given, it may have at most 500 others, and at most 100 000 values.
 */
export function parseJsonBody(
  bytes: Uint8Array,
  knownNames?: ReadonlySet<string>,
): JsonBody | Invalid {
  if (bytes.length === 0) return new Invalid("is empty; JSON is expected");
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    return new Invalid("starts with a byte order mark; send it without one");
  }
  if (!isUtf8(bytes)) return new Invalid("is not valid UTF-8");
  const text = decodeUtf8(bytes);
  // Before JSON.parse, which takes long for deep nesting and for many names.
  const scan = scanText(text);
  if (scan.isTooDeep) return new Invalid(findJsonFault(text) ?? "is nested too deeply");
  if (knownNames !== undefined) {
    if (scan.commas >= limits.jsonValuesMax) return tooManyValues;
    const mayHaveTooMany = scan.colons > limits.unknownNamesMax;
    if (mayHaveTooMany && hasTooManyNames(text, knownNames)) return tooManyNames;
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return new Invalid(findJsonFault(text) ?? "is not valid JSON");
  }
  const tally: Tally = { keys: 0, isSound: true, toNormalise: scan.hasMarks };
  const normal = normaliseValue(value, tally);
  if (!tally.isSound || tally.keys !== scan.colons) {
    return new Invalid(findJsonFault(text) ?? "is not valid JSON");
  }
  return { value: normal, text: scan.hasMarks ? JSON.stringify(normal) : text };
}

const decodeUtf8 = (bytes: Uint8Array): string =>
  (Buffer.isBuffer(bytes)
    ? bytes
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  ).toString("utf8");

const tooManyNames = new Invalid(
  `has more than ${limits.unknownNamesMax} different names that the interface does not define; ` +
    "remove the fields that it does not define",
);

/** LIM-27: creating many small values takes longer than reading as much text. */
const tooManyValues = new Invalid(
  `has more than ${limits.jsonValuesMax} values; send fewer elements, ` +
    "in several requests if needed",
);

interface Scan {
  readonly isTooDeep: boolean;
  /** At most as many as there are values, since empty arrays and objects have none. */
  readonly commas: number;
  /** The number of keys as written: higher than the keys of the value if there is a duplicate. */
  readonly colons: number;
  /** Whether a string may contain combining marks or surrogates, literally or escaped. */
  readonly hasMarks: boolean;
}

/**
 * Scans text that may be malformed JSON; what it returns is meaningful only if it is not. Stops
 * where the nesting is too deep.
 */
function scanText(text: string): Scan {
  const { length } = text;
  let depth = 0;
  let commas = 0;
  let colons = 0;
  let hasMarks = false;
  for (let index = 0; index < length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === quote) {
      for (index += 1; index < length; index += 1) {
        const inner = text.charCodeAt(index);
        if (inner === quote) break;
        if (inner === backslash) {
          index += 1;
          if (text.charCodeAt(index) === 0x75) hasMarks = true;
        } else if (inner >= firstCombiningMark) {
          hasMarks = true;
        }
      }
    } else if (code === colon) {
      colons += 1;
    } else if (code === comma) {
      commas += 1;
    } else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > limits.jsonLevelsMax) return { isTooDeep: true, commas, colons, hasMarks };
    } else if (code === 0x7d || code === 0x5d) {
      depth -= 1;
    }
  }
  return { isTooDeep: false, commas, colons, hasMarks };
}

/**
 * LIM-25: returns whether a text has too many different names besides the known ones. Names are
 * compared as written, and counted until there are too many.
 */
function hasTooManyNames(text: string, knownNames: ReadonlySet<string>): boolean {
  const unknown = new Set<string>();
  let start = text.indexOf('"');
  while (start >= 0) {
    let end = start + 1;
    while (end < text.length && text.charCodeAt(end) !== quote) {
      end += text.charCodeAt(end) === backslash ? 2 : 1;
    }
    const next = skipBlanks(text, end + 1);
    if (text.charCodeAt(next) === colon) {
      const name = text.slice(start + 1, end);
      if (!knownNames.has(name) && unknown.add(name).size > limits.unknownNamesMax) return true;
    }
    start = text.indexOf('"', next);
  }
  return false;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at += 1;
  return at;
}

const isBlank = (code: number): boolean =>
  code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

interface Tally {
  keys: number;
  isSound: boolean;
  readonly toNormalise: boolean;
}

/** Counts keys, finds faults that JSON.parse accepts, and normalises strings to NFC in place. */
function normaliseValue(value: unknown, tally: Tally): unknown {
  if (typeof value === "string") return tally.toNormalise ? normaliseText(value, tally) : value;
  if (typeof value === "number") {
    if (!Number.isFinite(value)) tally.isSound = false;
    return value;
  }
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1)
      value[index] = normaliseValue(value[index], tally);
    return value;
  }
  const fields = value as Record<string, unknown>;
  for (const key in fields) {
    tally.keys += 1;
    if (key === "__proto__" || (tally.toNormalise && !isSoundText(key))) {
      tally.isSound = false;
      continue;
    }
    const field = fields[key];
    const normal = normaliseValue(field, tally);
    if (normal !== field) fields[key] = normal;
  }
  return value;
}

function normaliseText(text: string, tally: Tally): string {
  if (isSoundText(text)) return text.normalize("NFC");
  tally.isSound = false;
  return text;
}

const isSoundText = (text: string): boolean => text.isWellFormed() && !hasTooManyMarks(text);
