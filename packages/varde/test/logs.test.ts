import assert from "node:assert/strict";
import { test } from "node:test";
import { startBank } from "@varde/sandbox";
import { type Exchange, lineOfExchange } from "../src/logs/exchange.ts";
import { formatLogLine, type LogLine } from "../src/logs/format-log-line.ts";
import { parseLogLine } from "../src/logs/parse-log-line.ts";
import { openTerminal } from "../src/terminal/terminal.ts";

const plainly = (line: LogLine): string =>
  formatLogLine(line, { ...openTerminal(false), paint: (_style, words) => words });

const shown = (exchange: Omit<Exchange, "at" | "ms">): string =>
  plainly(lineOfExchange({ at: "2026-11-15T08:00:00.000Z", ms: 3, ...exchange }));

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

test("the log in a file tells what was asked and where each fault was", async () => {
  const written: string[] = [];
  const bank = await startBank({ logTo: { write: (text) => void written.push(text) } });
  try {
    await fetch(`${bank.addresses.http}/v1/payments/norwegian-domestic-credit-transfers`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-request-id": "r-1" },
      body: "{}",
    });
    await fetch(`${bank.addresses.http}/v1/nope`);
  } finally {
    await bank.close();
  }
  const lines = written.map(parseLogLine).filter((line) => line?.status !== undefined);
  assert.equal(lines.length, 2);
  const [refused, unfound] = lines.map((line) => plainly(line as LogLine));
  assert.match(refused ?? "", /400 {2}createPayment .* POST \/v1\/\{service\}\/\{product\} /);
  assert.match(refused ?? "", /\n {10}HTTP_HEADER_REQUIRED TPP-Session-ID\n/);
  assert.match(unfound ?? "", /404 {2}GET \/v1\/nope/);
});
