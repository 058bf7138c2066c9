import assert from "node:assert/strict";
import { test } from "node:test";
import {
  draftRequest,
  readHeaders,
  toSigningRequest,
  writeHttp,
  writeSignCommand,
} from "../../src/requests/draft-request.ts";

const bank = "http://127.0.0.1:8080";
const exchange = {
  exchangeId: "7",
  at: "2026-12-07T08:00:00.000Z",
  ms: 3,
  operation: "createPayment",
  request: {
    method: "POST",
    target: "/v1/payments/norwegian-domestic-credit-transfers",
    headers: {
      "x-request-id": "1",
      date: "Mon, 07 Dec 2026 08:00:00 GMT",
      digest: "SHA-256=x",
      "psu-context": "PRIVATE",
      "tpp-redirect-uri": "https://t.example/",
    },
    body: `{"creditorName":"O'Hara"}`,
  },
  response: { status: 201 },
};

test("a draft has what was sent, without what each request gets new", () => {
  const draft = draftRequest(exchange);
  assert.equal(draft.headers, "psu-context: PRIVATE\ntpp-redirect-uri: https://t.example/");
  assert.deepEqual(toSigningRequest({ ...draft, body: "" }, "tpp-1"), {
    tpp: "tpp-1",
    method: "POST",
    target: exchange.request.target,
    headers: { "psu-context": "PRIVATE", "tpp-redirect-uri": "https://t.example/" },
  });
  assert.equal(toSigningRequest(draft, "tpp-1").body, exchange.request.body);
});

test("a line that is not a header is named", () => {
  assert.throws(
    () => readHeaders({ headers: "psu-id: 1\nnonsense" }),
    /"nonsense" is not a header/,
  );
  assert.deepEqual(readHeaders({ headers: "\n A-B:  x: y \n" }), { "A-B": "x: y" });
});

test("the command for an own certificate signs in the TPP's folder, quoted for a shell", () => {
  assert.equal(
    writeSignCommand(draftRequest(exchange), bank),
    [
      "npx varde sign POST '/v1/payments/norwegian-domestic-credit-transfers'",
      "--tpp .varde-tpp --bank 'http://127.0.0.1:8080'",
      "-H 'psu-context: PRIVATE'",
      "-H 'tpp-redirect-uri: https://t.example/'",
      `--body '{"creditorName":"O'\\''Hara"}'`,
    ].join(" \\\n  "),
  );
});

test("raw HTTP has the request line, the host, the stored headers and the body", () => {
  const [start, host, ...rest] = writeHttp(exchange, bank).split("\n");
  assert.equal(start, "POST /v1/payments/norwegian-domestic-credit-transfers HTTP/1.1");
  assert.equal(host, "host: 127.0.0.1:8080");
  assert.deepEqual(rest.slice(-2), ["", exchange.request.body]);
});
