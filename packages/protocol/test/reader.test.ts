import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  checkDigestHeader,
  computeDigest,
  diagnoseDate,
  diagnoseSignature,
  isInvalid,
  Reader,
  thoroughSearch,
} from "../src/index.ts";
import { ownReader } from "../src/own-reader.ts";
import { diagnoseDigest } from "../src/signing/diagnose-digest.ts";

const body = Buffer.from('{"a": [1, 2]}');
const mode = "production" as "sandbox" | "production";

/** Nobody calls these: the compiler must refuse each of them. */
export const refusedCalls = [
  // @ts-expect-error: the constructor is private.
  () => new Reader({ bytesMax: 1, workMax: 1 }),
  // @ts-expect-error: the mode may be that of production.
  () => Reader.ofSandbox(mode),
  // @ts-expect-error: production has no reader.
  () => Reader.ofSandbox("production"),
  // @ts-expect-error: what looks like a reader is not one.
  (): Reader => ({ readsBytes: () => true, readsJson: () => true }),
  // @ts-expect-error: a copy of a reader is not one.
  (): Reader => ({ ...ownReader }),
  // @ts-expect-error: a diagnosis needs a reader.
  () => diagnoseDate("Sun, 15 Nov 2026 10:00:00 GMT", 0),
  // @ts-expect-error: a diagnosis needs a reader.
  () => diagnoseDigest(undefined, "x", body, "sha256"),
  // @ts-expect-error: a diagnosis needs a reader.
  () => diagnoseSignature(undefined, {}),
  // @ts-expect-error: a mode is not a reader.
  () => checkDigestHeader("SHA-256=x", body, "sandbox"),
];

const reasonOf = (bytes: string, signed: string, reader?: Reader): string => {
  const digest = computeDigest(Buffer.from(signed), "SHA-256");
  const checked = checkDigestHeader(digest, Buffer.from(bytes), reader);
  assert(isInvalid(checked));
  return checked.reason;
};

const minify = (json: string): string => JSON.stringify(JSON.parse(json));

/** Returns JSON with a blank, so that it differs from what is written again. */
const nested = (levels: number): string => ` ${"[".repeat(levels)}${"]".repeat(levels)}`;
const wide = (bytes: number): string => ` ["${"å".repeat(bytes / 2)}"]`;

describe("the reader of a diagnosis", () => {
  const sandbox = Reader.ofSandbox("sandbox");
  const thread = Reader.ofSandbox("sandbox", thoroughSearch);

  test("SIG-48: without one, a Digest is compared and nothing else", () => {
    const json = body.toString();
    assert.match(reasonOf(json, minify(json), sandbox), /without spaces and line breaks/);
    assert.doesNotMatch(reasonOf(json, minify(json)), /it is the digest of/);
  });

  test("SIG-48: a body that is large or deep is not written in other ways", () => {
    for (const json of [nested(100), wide(8_000)]) {
      assert.match(reasonOf(json, minify(json), sandbox), /without spaces/);
    }
    for (const json of [nested(2_000), wide(20_000)]) {
      assert.doesNotMatch(reasonOf(json, minify(json), sandbox), /it is the digest of/);
    }
  });

  test("SIG-48: a thread of its own writes larger bodies, but none of any depth", () => {
    for (const json of [wide(900_000), nested(800)]) {
      assert.match(reasonOf(json, minify(json), thread), /without spaces/);
    }
    assert.doesNotMatch(reasonOf(nested(8_000), minify(nested(8_000)), thread), /without spaces/);
  });
});
