import assert from "node:assert/strict";
import { test } from "node:test";
import type { FastifyRequest } from "fastify";
import { readCookie } from "../../src/http/routes/pages.ts";
import { parseIdentification } from "../../src/http/routes/parse-action.ts";
import { Form } from "../../src/request/form.ts";

const withCookies = (cookie: string) => ({ headers: { cookie } }) as FastifyRequest;

test("a cookie that is longer than any of ours counts as absent", () => {
  const ours = "x".repeat(200);
  assert.equal(readCookie(withCookies(`a=1; sca=${ours}`), "sca"), ours);
  assert.equal(readCookie(withCookies(`a=1; sca=${ours}x`), "sca"), undefined);
});

test("a number that is too long to identify a PSU is cut", () => {
  const form = new Form([["customerNumber", ` ${"1".repeat(60_000)} `]]);
  assert.equal(parseIdentification(form).customerNumber, "1".repeat(128));
});
