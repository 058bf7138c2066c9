import assert from "node:assert/strict";
import { test } from "node:test";
import type { SigningMandates } from "@varde/bank";
import { checkMandates } from "../src/ports/open-ports.ts";

const bankWith = (decide: SigningMandates["decide"]) => ({
  bank: { signingMandates: { decide, listSigners: async () => [] } },
});

test("MAN-18: a bank whose mandates cannot be asked does not start", async () => {
  const failing = bankWith(() => Promise.reject(new Error("ECONNREFUSED")));
  await assert.rejects(checkMandates(failing), {
    name: "ConfigurationRefused",
    message: /signingMandates must decide an empty list .* ECONNREFUSED/,
  });
});

test("MAN-18: asks once, with an empty list, and only a bank that has mandates", async () => {
  const asked: unknown[] = [];
  await checkMandates(
    bankWith(async (requests) => {
      asked.push(requests);
      return [];
    }),
  );
  assert.deepEqual(asked, [[]]);
  await checkMandates({ bank: {} });
});
