import { Buffer, isUtf8 } from "node:buffer";
import { type Parsed, parsed, unparsable } from "../parsed.ts";
import { findJsonFault } from "./find-json-fault.ts";
import { jsonNestingMax } from "./json-nesting-max.ts";

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const firstCombiningMark = 0x300;

/**
 * Reads a JSON body more strictly than `JSON.parse` does: valid UTF-8 without a byte order mark, no
 * key twice in one object, no half surrogate pairs, at most 32 levels, no number too large to hold,
 * no `__proto__` key. Strings come out in NFC, so that lengths and comparisons mean one thing.
 *
 * `JSON.parse` does the work; one pass over the text and one over the value find what it lets
 * through, and only a body with a fault is read again to say where.
 *
 * @example
 * parseJson(Buffer.from('{"a":1,"a":2}')); // { ok: false, reason: 'has the key "a" twice …' }
 */
export function parseJson(bytes: Uint8Array): Parsed<unknown> {
  const body = parseJsonBody(bytes);
  return body.ok ? parsed(body.value.value) : body;
}

/** What a JSON body says, and a text that says the same: the one received, if it was in NFC. */
export interface JsonBody {
  readonly value: unknown;
  readonly text: string;
}

/** As `parseJson`, for those who keep the body as it came. */
export function parseJsonBody(bytes: Uint8Array): Parsed<JsonBody> {
  if (bytes.length === 0) return unparsable("is empty; JSON is expected");
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    return unparsable("starts with a byte order mark; send it without one");
  }
  if (!isUtf8(bytes)) return unparsable("is not valid UTF-8");
  const text = textOf(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return unparsable(findJsonFault(text) ?? "is not valid JSON");
  }
  const scan = scanText(text);
  if (scan.depth > jsonNestingMax) return unparsable(findJsonFault(text) ?? "is nested too deeply");
  const tally: Tally = { keys: 0, isSound: true, toNormalise: scan.hasMarks };
  const normal = walk(value, tally);
  if (!tally.isSound || tally.keys !== scan.colons) {
    return unparsable(findJsonFault(text) ?? "is not valid JSON");
  }
  return parsed({ value: normal, text: scan.hasMarks ? JSON.stringify(normal) : text });
}

const textOf = (bytes: Uint8Array): string =>
  (Buffer.isBuffer(bytes)
    ? bytes
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  ).toString("utf8");

interface Scan {
  readonly depth: number;
  /** One for each key that is written, so more than the value has when one is written twice. */
  readonly colons: number;
  /** Whether a string may hold combining marks or surrogates, written plainly or escaped. */
  readonly hasMarks: boolean;
}

/** Reads text that is known to be valid JSON. */
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

/** Counts keys, looks for what JSON.parse lets through, and puts strings into NFC in place. */
function walk(value: unknown, tally: Tally): unknown {
  if (typeof value === "string") return tally.toNormalise ? normalise(value, tally) : value;
  if (typeof value === "number") {
    if (!Number.isFinite(value)) tally.isSound = false;
    return value;
  }
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) value[index] = walk(value[index], tally);
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
    const normal = walk(field, tally);
    if (normal !== field) fields[key] = normal;
  }
  return value;
}

function normalise(text: string, tally: Tally): string {
  if (!text.isWellFormed()) tally.isSound = false;
  return text.normalize("NFC");
}
