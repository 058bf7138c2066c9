import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ChunkedBody, CountedBody, chunkLimits } from "../../src/http/connections/chunked-body.ts";
import { HeadSearch } from "../../src/http/connections/head-search.ts";

interface Search {
  find(piece: Buffer, from: number): number | undefined;
}

const behind = "GET / HTTP/1.1\r\n\r\n";

/** Asserts that the end is found, however the bytes are cut. */
const assertEnd = (make: () => Search, text: string): void => {
  const bytes = Buffer.from(text + behind, "latin1");
  for (let pieceBytes = 1; pieceBytes <= bytes.length; pieceBytes += 1) {
    const search = make();
    let at = 0;
    while (at < text.length) {
      const start = at - (at % pieceBytes);
      const piece = bytes.subarray(start, start + pieceBytes);
      at = start + (search.find(piece, at - start) ?? Number.NaN);
    }
    assert.equal(at, text.length, `${JSON.stringify(text)} in pieces of ${pieceBytes}`);
  }
};

describe("ends of requests", () => {
  test("LIM-33: finds the end of a head, however it is cut", () => {
    const heads = [
      "GET / HTTP/1.1\r\nA: b\r\n\r\n",
      "\r\n\r\n",
      "a\r\n\r\r\n\r\n",
      "\r\r\n\r\r\n\r\n",
      "\n\n\r\n\n\r\r\n\r\n",
    ];
    for (const head of heads) assertEnd(() => new HeadSearch(), head);
  });

  test("LIM-33: finds the end of a body of a known length, however it is cut", () => {
    for (const bytes of [1, 2, 7, 40]) assertEnd(() => new CountedBody(bytes), "x".repeat(bytes));
  });

  test("LIM-33: finds the end of a body in chunks, however it is cut", () => {
    const bodies = [
      "0\r\n\r\n",
      "3\r\nabc\r\n0\r\n\r\n",
      "3\r\n\r\n\r\r\n1\r\n0\r\n0\r\n\r\n",
      'a;name="value;\t0"\r\n0123456789\r\n000;b\r\nTrailer: 0\r\nAnother: 1\r\n\r\n',
      "1F\r\n0\r\n\r\n0123456789abcdef0123456789\r\n0\r\n\r\n",
    ];
    for (const body of bodies) assertEnd(() => new ChunkedBody(), body);
  });

  const chunk = (bytes: number, extension = "") =>
    `${bytes.toString(16)}${extension}\r\n${"x".repeat(bytes)}\r\n`;
  const last = "0\r\n\r\n";
  const { chunks, bytesPerChunk, framingBytes } = chunkLimits;
  const isRefused = (text: string): boolean =>
    new ChunkedBody().find(Buffer.from(text), 0) === undefined;

  test("LIM-32: bounds the chunks by the bytes that have arrived", () => {
    assert.equal(isRefused(chunk(1).repeat(chunks) + last), false);
    assert.equal(isRefused(chunk(1).repeat(chunks + 1) + last), true);
    assert.equal(isRefused(chunk(bytesPerChunk).repeat(4_000) + last), false);
    const honest = chunk(bytesPerChunk).repeat(100) + chunk(1).repeat(chunks + 1);
    assert.equal(isRefused(honest + last), true, "the last chunk is one too many");
    assert.equal(isRefused(honest.slice(0, -chunk(1).length) + last), false);
  });

  test("LIM-32: bounds extensions and trailers by the bytes that have arrived", () => {
    const half = framingBytes / 2;
    const extension = `;${"e".repeat(half)}`;
    assert.equal(isRefused(chunk(9, extension) + last), false);
    assert.equal(isRefused(chunk(9, extension) + chunk(9, extension)), true);
    const trailer = `A: ${"b".repeat(half)}\r\n`;
    assert.equal(isRefused(`${chunk(9)}0\r\n${trailer}\r\n`), false);
    assert.equal(isRefused(`${chunk(9)}0\r\n${trailer}${trailer}\r\n`), true);
    assert.equal(isRefused(chunk(65_536, ";chunk-signature=0123456789").repeat(16) + last), false);
  });
});
