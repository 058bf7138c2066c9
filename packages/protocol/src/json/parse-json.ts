import { Buffer, isUtf8 } from "node:buffer";
import { Invalid, isInvalid } from "../invalid.ts";
import { findJsonFault } from "./find-json-fault.ts";
import { jsonNestingMax } from "./json-nesting-max.ts";

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const firstCombiningMark = 0x300;

/**
 * Parses a JSON body more strictly than `JSON.parse`: valid UTF-8 without a byte order mark, no
 * duplicate keys, no unpaired surrogates, at most 32 levels, no number too large for a double, no
 * `__proto__` key. Strings are normalised to NFC, so that lengths and comparisons are unambiguous.
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

/** Parses like `parseJson` and also returns the text, for callers that store the body. */
export function parseJsonBody(bytes: Uint8Array): JsonBody | Invalid {
  if (bytes.length === 0) return new Invalid("is empty; JSON is expected");
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    return new Invalid("starts with a byte order mark; send it without one");
  }
  if (!isUtf8(bytes)) return new Invalid("is not valid UTF-8");
  const text = decodeUtf8(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return new Invalid(findJsonFault(text) ?? "is not valid JSON");
  }
  const scan = scanText(text);
  if (scan.depth > jsonNestingMax)
    return new Invalid(findJsonFault(text) ?? "is nested too deeply");
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

interface Scan {
  readonly depth: number;
  /** The number of keys as written: higher than the keys of the value if there is a duplicate. */
  readonly colons: number;
  /** Whether a string may contain combining marks or surrogates, literally or escaped. */
  readonly hasMarks: boolean;
}

/** Scans text that is known to be valid JSON. */
function scanText(text: string): Scan {
  let depth = 0;
  let deepest = 0;
  let colons = 0;
  let hasMarks = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === quote) {
      index += 1;
      for (let inner = text.charCodeAt(index); inner !== quote; inner = text.charCodeAt(index)) {
        if (inner === backslash) {
          index += 1;
          if (text.charCodeAt(index) === 0x75) hasMarks = true;
        } else if (inner >= firstCombiningMark) {
          hasMarks = true;
        }
        index += 1;
      }
    } else if (code === colon) {
      colons += 1;
    } else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (code === 0x7d || code === 0x5d) {
      depth -= 1;
    }
  }
  return { depth: deepest, colons, hasMarks };
}

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
    if (key === "__proto__" || (tally.toNormalise && !key.isWellFormed())) {
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
  if (!text.isWellFormed()) tally.isSound = false;
  return text.normalize("NFC");
}
