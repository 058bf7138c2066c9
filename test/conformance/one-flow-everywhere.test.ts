import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, describe, test } from "node:test";
import { dataSet } from "@varde/sandbox";
import { aBank, aProductionBank } from "@varde/testkit/bank";
import { aPayment, ndct } from "@varde/testkit/payments";
import { aSession, callHeaders, finishSca } from "@varde/testkit/psu";
import { assertRefused } from "@varde/testkit/responses";
import { aTpp, RawTpp } from "@varde/testkit/tpp";

const bank = await aBank();
after(() => bank.close());
const tpp = aTpp(bank);
const { ola } = dataSet.people;

describe("the SCA as a TPP and a PSU see it", () => {
  /** Follows the pages as a browser would, and returns them with the redirect. */
  const followPages = async (link: string) => {
    const first = await fetch(link);
    const cookie = first.headers.get("set-cookie")?.split(";")[0] ?? "";
    const identify = await first.text();
    const csrf = /name="csrf" value="([^"]+)"/.exec(identify)?.[1] ?? "";
    const form = { csrf, step: "identify", customerNumber: ola.customerNumber };
    const last = await fetch(link, {
      method: "POST",
      headers: { cookie },
      body: new URLSearchParams(form),
    });
    const page = await last.text();
    const address = /https:\/\/tpp\.example\/[^"]*/.exec(page)?.[0].replaceAll("&amp;", "&") ?? "";
    return { identify, back: new URL(address) };
  };

  const startAt = async (http: string) => {
    const caller = new RawTpp(http, bank.tpp);
    const response = await caller.send({ path: "/v1/user", headers: callHeaders("same") });
    assertRefused(response, { status: 401, code: "SCA_NOT_FOUND" });
    return followPages(response.json._links.scaRedirect.href.replace(/^https?:\/\/[^/]+/, http));
  };

  test("GEN-04: has the same steps and results in production", async () => {
    const production = await aProductionBank(bank, { anchors: [bank.authority.certificate] });
    const there = await startAt(production.addresses.http);
    await production.close();
    const here = await startAt(bank.addresses.http);
    const names = ["state", "psu-id", "tpp-session-id", "context"];
    assert.deepEqual([...here.back.searchParams.keys()], names);
    assert.equal(there.back.href, here.back.href);
  });

  test("GEN-05: asks only for a mocked number in the sandbox", async () => {
    const { identify } = await startAt(bank.addresses.http);
    const [form = ""] = /<form[\s\S]*?<\/form>/.exec(identify) ?? [];
    const asked = [...form.matchAll(/<input(?![^>]*type="hidden")[^>]*name="(\w+)"/g)];
    assert.deepEqual(
      asked.map(([, name]) => name),
      ["customerNumber"],
    );
  });

  test("SCA-03: can start an SCA from every operation that acts for a PSU", async () => {
    const session = await aSession(bank, tpp);
    const { paymentId } = (
      await tpp.send({ path: ndct, body: aPayment(), headers: session.headers })
    ).json;
    const headers = { ...session.headers, "TPP-Session-ID": randomUUID() };
    const own = `${ndct}/${paymentId}`;
    const requests = [
      { path: ndct, body: aPayment() },
      { method: "DELETE", path: own },
      { method: "POST", path: `${own}/authorisations` },
      { path: "/v1/signing-baskets", body: { paymentIds: [paymentId] } },
      { path: "/v1/accounts" },
      { path: "/v1/card-accounts" },
      { path: "/v1/agreements" },
      { path: "/v1/user" },
    ];
    for (const request of requests) {
      const response = await tpp.send({ ...request, headers });
      assertRefused(response, { status: 401, code: "SCA_NOT_FOUND" });
      assert.ok(response.json._links.scaRedirect.href, request.path);
    }
  });
});

describe("calls to a TPP", () => {
  test("EVT-01, EVT-03: the bank calls nobody; it only redirects the browser", async () => {
    let calls = 0;
    const listener = createServer((_request, response) => {
      calls += 1;
      response.end();
    });
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    const { port } = listener.address() as AddressInfo;
    const uri = `http://127.0.0.1:${port}/back`;
    const headers = {
      ...callHeaders(randomUUID()),
      "TPP-Redirect-URI": uri,
      "PSU-Context": "PRIVATE",
    };
    const { json } = await tpp.send({ path: ndct, body: aPayment(), headers });
    const back = await finishSca(bank, json._links.scaRedirect.href);
    assert.ok(back.href.startsWith(uri));
    for (const { worldId } of await bank.listWorlds()) await bank.runBatch(worldId);
    await tpp.send({ path: json._links.status.href });
    await new Promise((resolve) => listener.close(resolve));
    assert.equal(calls, 0);
  });
});

describe("baskets and customers", () => {
  test("HDR-26, END-06: creates a basket without Digest, with a warning", async () => {
    const { headers } = await aSession(bank, tpp);
    const { paymentId } = (await tpp.send({ path: ndct, body: aPayment(), headers })).json;
    const body = JSON.stringify({ paymentIds: [paymentId] });
    const signed = await tpp.sign({ method: "POST", path: "/v1/signing-baskets", headers });
    signed.headers["Content-Type"] = "application/json";
    const response = await tpp.sendAgain({ ...signed, body });
    assert.equal(response.status, 201, response.text);
    assert.equal(response.json.transactionStatus, "RCVD");
    assert.match(String(response.headers["varde-warning"]), /Digest/);
  });

  test("HDR-27: ignores headers of payment creations when creating a basket", async () => {
    const { headers } = await aSession(bank, tpp);
    const { paymentId } = (await tpp.send({ path: ndct, body: aPayment(), headers })).json;
    const malformed = {
      "X-PSU-IDENTITY": ola.customerNumber,
      "PSU-Context": "neither",
      "TPP-Brand-Logging-Information": "x".repeat(200),
    };
    const response = await tpp.send({
      path: "/v1/signing-baskets",
      body: { paymentIds: [paymentId] },
      headers: { ...headers, ...malformed },
    });
    assert.equal(response.status, 201, response.text);
  });

  test("END-12: lists customers without a PSU and without a session", async () => {
    const { status, json } = await tpp.send({ path: "/v1/sandbox/customers" });
    assert.equal(status, 200);
    const numbers = json.map((customer: { customerNumber: string }) => customer.customerNumber);
    assert.ok(numbers.includes(ola.customerNumber), numbers.join());
  });
});
