import assert from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, test } from "node:test";
import { contractListener, createHttpCoreBank } from "@varde/core-bank-http";
import { aBank, aProductionBank } from "@varde/testkit/bank";
import { aPayment, ndct } from "@varde/testkit/payments";
import { serveLocally } from "@varde/testkit/processes";
import { aPsu, kari } from "@varde/testkit/psu";
import { aTpp } from "@varde/testkit/tpp";

/** Ways to change the body of a response that was right. */
const changes: Readonly<Record<string, (body: string) => string>> = {
  "other JSON": () => '{"status":"error","message":"try again"}',
  HTML: () => "<!doctype html><title>Sign in</title>",
  "no body": () => "",
  "missing fields": (body) =>
    JSON.stringify(
      Object.fromEntries(
        Object.entries(JSON.parse(body)).map(([name, value]) => [
          name,
          Array.isArray(value) ? [{}] : typeof value === "object" ? {} : undefined,
        ]),
      ),
    ),
  "half a body": (body) => body.slice(0, body.length / 2),
};

/** Passes calls on to a core bank, and changes the response of one operation. */
class ChangingGateway {
  readonly #url: string;
  readonly called = new Set<string>();
  path = "";
  change = (body: string): string => body;

  constructor(url: string) {
    this.#url = url;
  }

  readonly listener = async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const path = request.url ?? "";
    // A background job of the bank asks for outcomes at any moment, and no request does.
    if (!path.startsWith("/outcomes/")) this.called.add(path);
    const passed = await fetch(new URL(path.slice(1), `${this.#url}/`), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: Buffer.concat(parts),
    });
    const body = await passed.text();
    response.writeHead(passed.status, { "content-type": "application/json" });
    response.end(path === this.path ? this.change(body) : body);
  };
}

const priceList = {
  feeCurrency: "NOK",
  fees: (["own-bank", "instant", "clearing", "cross-border"] as const).map((route) => ({
    route,
    feeMinor: 0n,
  })),
  conversionPpm: 0n,
  rates: [{ currency: "NOK", ratePpm: 1_000_000n }],
} as const;

describe("F29: a core bank whose responses are not those of the contract", () => {
  test("makes the bank respond 503, and never that something is missing or wrong", async (t) => {
    await using sandbox = await aBank();
    const psu = await aPsu(sandbox, { ...kari, accounts: ["kari-current"] });
    const { coreBank, psuDirectory } = sandbox.bank;
    const onFailure = () => {};
    const listener = contractListener({ coreBank, psuDirectory, priceList, onFailure });
    await using core = await serveLocally(listener);
    const gateway = new ChangingGateway(core.url);
    await using server = await serveLocally(gateway.listener);
    const http = createHttpCoreBank({ url: server.url });
    await http.connect();
    const anchors = [sandbox.authority.certificate];
    await using bank = await aProductionBank(
      sandbox,
      { anchors, portFailuresMax: 100_000, acceptFixRequired: false },
      { coreBank: http.coreBank, psuDirectory: http.psuDirectory },
    );
    const tpp = aTpp(bank, sandbox.tpp);
    const { headers } = psu;
    const account = "/v1/accounts/kari-current";
    const read = (path: string) => () => tpp.send({ path, headers });
    const requests = {
      "the accounts": read("/v1/accounts?withBalance=true"),
      "an account": read(account),
      "its balances": read(`${account}/balances`),
      "its transactions": read(`${account}/transactions?bookingStatus=all`),
      "a payment": () => tpp.send({ method: "POST", path: ndct, headers, body: aPayment() }),
    };
    let changed = 0;
    for (const [what, send] of Object.entries(requests)) {
      gateway.path = "";
      gateway.called.clear();
      const right = await send();
      assert.ok(right.status < 300, `${what}: ${right.text}`);
      for (const path of [...gateway.called]) {
        gateway.path = path;
        for (const [name, change] of Object.entries(changes)) {
          gateway.change = change;
          const { status, text } = await send();
          assert.equal(status, 503, `${what}, ${path} with ${name}: ${text}`);
          changed += 1;
        }
      }
    }
    t.diagnostic(`${changed} responses changed`);
    http.close();
  });
});
