import assert from "node:assert/strict";
import { test } from "node:test";
import { type Exchange, lineOfExchange } from "../src/logs/exchange.ts";
import { formatLogLine } from "../src/logs/format-log-line.ts";
import { openTerminal } from "../src/terminal/terminal.ts";

const shown = (exchange: Omit<Exchange, "at" | "ms">): string => {
  const line = lineOfExchange({ at: "2026-11-15T08:00:00.000Z", ms: 3, ...exchange });
  return formatLogLine(line, { ...openTerminal(false), paint: (_style, words) => words });
};

test("a refusal is shown with what was asked and with the place of each fault", () => {
  const text = "currency is missing";
  const lines = shown({
    operation: "createPayment",
    request: { method: "POST", target: "/v1/payments/x" },
    answer: { status: 400 },
    why: {
      faults: [
        { code: "FORMAT_ERROR", path: "/debtorAccount", text },
        { code: "FORMAT_ERROR", path: "/creditorAccount", text },
        { code: "BAD_REQUEST", text: "and more" },
      ],
    },
  });
  assert.equal(
    lines,
    [
      "08:00:00  400  createPayment                   3 ms  POST /v1/payments/x  FORMAT_ERROR",
      "          /debtorAccount: currency is missing",
      "          /creditorAccount: currency is missing",
      "          BAD_REQUEST and more",
    ].join("\n"),
  );
});

test("what leads to no operation is named once", () => {
  const line = shown({
    operation: "GET /v1/nope",
    request: { method: "GET", target: "/v1/nope" },
    answer: { status: 404 },
  });
  assert.equal(line.split("GET /v1/nope").length, 2);
});
