import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { SigningDecision, SigningMandates, SigningRequest } from "@varde/bank";
import { serveLocally } from "@varde/testkit/processes";
import { CoreBankCallFailed, createHttpCoreBank } from "../src/index.ts";
import { portListener } from "./a-core-bank-server.ts";

const aRequest = (changes: Partial<SigningRequest> = {}): SigningRequest => ({
  worldId: "w",
  agreementId: "agreement",
  accountId: "account",
  product: "NCBCT",
  service: "payments",
  amountMinor: 5_000_00n,
  currency: "EUR",
  nokMinor: 57_600_00n,
  totalNokMinor: 57_600_00n,
  personId: "b",
  signedBy: ["a"],
  signedTodayNokMinor: 9_007_199_254_740_993n,
  ...changes,
});

const open = (url: string, timeoutMs = 8_000) => {
  const http = createHttpCoreBank({ url, timeoutMs, mandates: true });
  const { signingMandates: mandates, close } = http;
  assert(mandates !== undefined);
  return { mandates, [Symbol.dispose]: close };
};

/** Asks a server that returns one body, and returns the message of the failure. */
const failureWith = async (
  body: string | undefined,
  call: (mandates: SigningMandates) => Promise<unknown>,
  status = 200,
): Promise<string> => {
  await using server = await serveLocally((received, response) => {
    received.resume();
    if (body !== undefined) response.writeHead(status).end(body);
  });
  using http = open(server.url, 200);
  const error: unknown = await call(http.mandates).then(
    () => assert.fail("the call succeeded"),
    (reason) => reason,
  );
  assert(error instanceof CoreBankCallFailed);
  return error.message;
};

describe("mandates over HTTP", () => {
  test("MAN-22: are part of the ports only if the bank says so", () => {
    const http = createHttpCoreBank({ url: "http://127.0.0.1:1" });
    assert.equal(http.signingMandates, undefined);
    http.close();
  });

  test("carry requests, decisions and people unchanged, and empty lists too", async () => {
    const asked: unknown[] = [];
    const decisions: readonly SigningDecision[] = [
      { kind: "complete", rule: "drift/two" },
      { kind: "more", missing: 1 },
      { kind: "may-not-sign", because: "over-limit" },
    ];
    const people = [{ personId: "b", name: "Trym Vikøren" }];
    await using server = await serveLocally(
      portListener({
        signingMandates: {
          decide: async (requests) => {
            asked.push(requests);
            return decisions.slice(0, requests.length);
          },
          listSigners: async (request) => {
            asked.push(request);
            return people;
          },
        },
      }),
    );
    using http = open(server.url);
    const { personId: _, ...waiting } = aRequest();
    const requests = [aRequest(), aRequest({ signedBy: [] }), aRequest({ personId: "c" })];
    assert.deepEqual(await http.mandates.decide([]), []);
    assert.deepEqual(await http.mandates.decide(requests), decisions);
    assert.deepEqual(await http.mandates.listSigners(waiting), people);
    assert.deepEqual(asked, [[], requests, waiting]);
  });

  /** Bodies that could be taken for fewer signatures than a payment needs. */
  const malformed = {
    '{"decisions":[]}': "/decisions: 0 decisions for 1 requests",
    '{"decisions":[{"kind":"complete"},{"kind":"complete"}]}':
      "/decisions: 2 decisions for 1 requests",
    '{"decisions":[{"kind":"maybe"}]}': "/decisions/0/kind",
    '{"decisions":[{"kind":"more"}]}': "/decisions/0/missing: more needs it",
    '{"decisions":[{"kind":"more","missing":0}]}': "/decisions/0/missing",
    '{"decisions":[{"kind":"more","missing":"1"}]}': "/decisions/0/missing",
    '{"decisions":[{"kind":"may-not-sign"}]}': "/decisions/0/because: may-not-sign needs it",
    '{"decisions":[null]}': "/decisions/0",
    "{}": "/decisions",
  };
  for (const [body, place] of Object.entries(malformed)) {
    test(`the response ${body} is a failure that names its place`, async () => {
      const message = await failureWith(body, (mandates) => mandates.decide([aRequest()]));
      const start = `decideSignings: the response is malformed at ${place}`;
      assert(message.startsWith(start), message);
    });
  }

  test("a core bank that has no mandates, fails or is late decides nothing", async () => {
    const ask = (mandates: SigningMandates) => mandates.decide([aRequest()]);
    assert.equal(await failureWith("{}", ask, 404), "decideSignings: the core bank returned 404");
    assert.match(await failureWith('{"detail":"down"}', ask, 503), /returned 503: down$/);
    assert.match(await failureWith(undefined, ask), /within 200 ms/);
  });

  test("are served with limits, and only where there are some", async () => {
    const send = async (url: string, path: string, body: unknown) => {
      const headers = { "content-type": "application/json" };
      const response = await fetch(`${url}${path}`, {
        method: "POST",
        headers,
        body: JSON.stringify(body, (_, value) =>
          typeof value === "bigint" ? String(value) : value,
        ),
      });
      const { pointer } = Object(await response.json());
      return [response.status, pointer];
    };
    await using without = await serveLocally(portListener());
    assert.deepEqual(await send(without.url, "/signings/decide", { requests: [] }), [
      404,
      undefined,
    ]);
    await using server = await serveLocally(
      portListener({ signingMandates: { decide: async () => [], listSigners: async () => [] } }),
    );
    const requests = [aRequest({ signedBy: Array.from({ length: 101 }, String) })];
    const cases = [
      [{ requests: Array.from({ length: 1_001 }, () => aRequest()) }, [400, "/requests"]],
      [{ requests }, [400, "/requests/0/signedBy"]],
      [{ requests: [{ ...aRequest(), personId: undefined }] }, [400, "/requests/0/personId"]],
      [{ requests: [] }, [200, undefined]],
    ] as const;
    for (const [body, expected] of cases) {
      assert.deepEqual(await send(server.url, "/signings/decide", body), expected);
    }
    assert.deepEqual(await send(server.url, "/signings/signers", {}), [400, "/worldId"]);
  });
});
