import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, describe, test } from "node:test";
import { dataSet } from "@varde/sandbox";
import { aBank, aProductionBank } from "@varde/testkit/bank";
import { aPayment, ndct } from "@varde/testkit/payments";
import { aSession, callHeaders, finishSca, openLink, redirectUri } from "@varde/testkit/psu";
import { assertRefused } from "@varde/testkit/responses";
import { aTpp } from "@varde/testkit/tpp";

const bank = await aBank();
after(() => bank.close());
const tpp = aTpp(bank);
const { kari, jonas } = dataSet.people;
const { vardeberg } = dataSet.companies;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Starts an SCA and returns its link. */
const startSca = async (headers: Readonly<Record<string, string>> = {}) => {
  const response = await tpp.send({
    path: "/v1/user",
    headers: { ...callHeaders(randomUUID()), ...headers },
  });
  assertRefused(response, { status: 401, code: "SCA_NOT_FOUND" });
  return response.json._links.scaRedirect.href as string;
};

const createSingle = async (body: unknown, headers: Readonly<Record<string, string>> = {}) => {
  const response = await tpp.send({
    path: ndct,
    body,
    headers: { ...callHeaders(randomUUID()), "PSU-Context": "PRIVATE", ...headers },
  });
  assert.equal(response.status, 201, response.text);
  return response.json;
};

describe("after a successful SCA", () => {
  test("RED-01, RED-03, RED-04, RED-05, SCA-04: returns PSU and session in private", async () => {
    const sessionId = "a/session&of=ours";
    const back = await finishSca(bank, await startSca({ "TPP-Session-ID": sessionId }));
    assert.equal(`${back.origin}${back.pathname}`, "https://tpp.example/back");
    assert.match(back.searchParams.get("psu-id") ?? "", uuid);
    assert.equal(back.searchParams.get("psu-corporate-id"), null);
    assert.equal(back.searchParams.get("tpp-session-id"), sessionId);
    assert.equal(back.searchParams.get("context"), "PRIVATE");
  });

  test("RED-02, RED-05, SCA-18, SCA-20, GEN-01: returns both ids of a corporate SCA", async () => {
    const choices = { context: "CORPORATE", agreement: vardeberg.agreementId } as const;
    const back = await finishSca(bank, await startSca(), choices);
    assert.match(back.searchParams.get("psu-id") ?? "", uuid);
    assert.match(back.searchParams.get("psu-corporate-id") ?? "", uuid);
    assert.equal(back.searchParams.get("context"), "CORPORATE");
  });

  test("RED-10: keeps the query of the TPP-Redirect-URI unchanged", async () => {
    const uris = [
      redirectUri,
      "https://tpp.example/back",
      "https://tpp.example/back?",
      "https://tpp.example/back?a=1&a=2&b=%E6&c=%2B+d&e",
      "https://tpp.example?x=y",
      "http://127.0.0.1:9999/back?next=https://tpp.example/&",
    ];
    for (const uri of uris) {
      const { href } = await finishSca(bank, await startSca({ "TPP-Redirect-URI": uri }));
      const own = new URL(uri).href.replace(/[?&]$/, "");
      assert.ok(href.startsWith(own), `${href} does not start with ${own}`);
      assert.match(href.slice(own.length), /^[?&]psu-id=/);
    }
  });

  test("RED-10: replaces parameters of the TPP's query that have the bank's names", async () => {
    const uri = "https://tpp.example/back?psu-id=old&status=open&a=1&tpp-session-id=x&context=y";
    const link = await startSca({ "TPP-Redirect-URI": uri, "TPP-Session-ID": "s-1" });
    const { searchParams: found } = await finishSca(bank, link);
    assert.equal(found.getAll("psu-id").length, 1);
    assert.match(found.get("psu-id") ?? "", uuid);
    assert.deepEqual(found.getAll("tpp-session-id"), ["s-1"]);
    assert.deepEqual(found.getAll("context"), ["PRIVATE"]);
    assert.deepEqual([found.get("a"), found.get("status")], ["1", "open"]);
    const refused = await startPaymentSca({ "TPP-Redirect-URI": uri });
    const { searchParams: failed } = await finishSca(bank, refused, { decision: "refuse" });
    assert.deepEqual(failed.getAll("status"), ["401"]);
    assert.equal(failed.get("a"), "1");
  });

  test("SCA-29: generates a TPP-Session-ID if none was sent", async () => {
    const response = await tpp.send({
      path: "/v1/user",
      headers: { "TPP-Redirect-URI": redirectUri },
    });
    const back = await finishSca(bank, response.json._links.scaRedirect.href);
    const sessionId = back.searchParams.get("tpp-session-id") ?? "";
    assert.notEqual(sessionId, "");
    const psuId = back.searchParams.get("psu-id") ?? "";
    const headers = { ...callHeaders(sessionId), "PSU-ID": psuId };
    assert.equal((await tpp.send({ path: "/v1/user", headers })).status, 200);
  });

  test("RED-01: returns the PSU-ID after a payment with a single SCA", async () => {
    const { _links } = await createSingle(aPayment());
    const back = await finishSca(bank, _links.scaRedirect.href);
    const { psuId } = await aSession(bank, tpp);
    assert.equal(back.searchParams.get("psu-id"), psuId);
  });
});

describe("after a failed SCA", () => {
  test("RED-06, RED-07, RED-08, RED-09, RED-12: returns the error of a refused SCA", async () => {
    const back = await finishSca(bank, await startPaymentSca(), { decision: "refuse" });
    assert.equal(back.searchParams.get("state"), "a b");
    assert.equal(back.searchParams.get("system"), "sca");
    assert.equal(back.searchParams.get("status"), "401");
    assert.equal(back.searchParams.get("code"), "SCA_INVALID");
    assert.match(back.href, /message=[A-Za-z0-9%.]+$/);
    assert.equal(back.searchParams.get("psu-id"), null);
  });

  test("RED-12: returns 401 PSU_CREDENTIALS_INVALID after five wrong identifications", async () => {
    const step = await identifyWrongly(await startSca(), 5);
    assert.equal(step.at, "leave");
    const back = new URL(step.at === "leave" ? step.end.address : "");
    assert.equal(back.searchParams.get("status"), "401");
    assert.equal(back.searchParams.get("code"), "PSU_CREDENTIALS_INVALID");
  });

  test("RED-12: returns 401 SCA_EXPIRED after five idle minutes", async () => {
    const link = await startSca();
    assert.equal((await openLink(bank, link)).at, "identify");
    const [world] = await bank.listWorlds();
    await bank.clock.advanceClock(world?.worldId ?? "", 5 * 60_000 + 1_000);
    const later = await openLink(bank, link);
    await bank.clock.releaseClock(world?.worldId ?? "");
    const back = new URL(later.at === "leave" ? later.end.address : "");
    assert.equal(back.searchParams.get("status"), "401");
    assert.equal(back.searchParams.get("code"), "SCA_EXPIRED");
  });

  test("RED-06, RED-12: returns 400 PAYMENT_FAILED of the core bank without funds", async () => {
    const body = aPayment({
      instructedAmount: { amount: "99999.00", currency: "NOK" },
      debtorAccount: { bban: jonas.current.bban, currency: "NOK" },
      creditorAccount: { bban: kari.current.bban, currency: "NOK" },
    });
    const { paymentId, _links } = await createSingle(body);
    const choices = { customerNumber: jonas.customerNumber };
    const back = await finishSca(bank, _links.scaRedirect.href, choices);
    assert.equal(back.searchParams.get("system"), "core-bank");
    assert.equal(back.searchParams.get("status"), "400");
    assert.equal(back.searchParams.get("code"), "PAYMENT_FAILED");
    const { json } = await tpp.send({ path: `${ndct}/${paymentId}/status` });
    assert.equal(json.transactionStatus, "ACCP");
    assert.equal(json.fundsAvailable, false);
  });

  test("SCA-26: accepts a correct identification after four wrong ones", async () => {
    const step = await identifyWrongly(await startSca(), 4);
    assert.ok(step.at === "identify" && step.attemptsLeft === 1);
    const identification = { customerNumber: kari.customerNumber };
    const next = await bank.scaFlow.perform(step, { kind: "identify", identification });
    assert.equal(next.at, "context");
  });
});

describe("the redirect address", () => {
  test("RED-11: accepts only https, or http on loopback, without user or fragment", async () => {
    const good = ["https://tpp.example/", "http://127.0.0.1:3000/x", "http://localhost/x"];
    for (const uri of good) await startSca({ "TPP-Redirect-URI": uri });
    const bad = ["http://tpp.example/", "https://u:p@tpp.example/", "https://tpp.example/#x"];
    for (const uri of bad) {
      const headers = { "TPP-Redirect-URI": uri };
      const response = await tpp.send({ path: "/v1/user", headers });
      const path = "TPP-Redirect-URI";
      assertRefused(response, { status: 400, code: "FORMAT_ERROR", path });
    }
  });

  test("RED-11: says in a sandbox that http on loopback is accepted too", async () => {
    const headers = { "TPP-Redirect-URI": "http://tpp.example/" };
    const { json } = await tpp.send({ path: "/v1/user", headers });
    assert.match(
      json.tppMessages[0].text,
      /https address; this bank also accepts http to 127\.0\.0\.1/,
    );
  });

  test("RED-11: accepts http on loopback in production if the bank itself is there", async () => {
    const anchors = [bank.authority.certificate];
    const address = { "TPP-Redirect-URI": "http://127.0.0.1:3000/x" };
    const headers = { ...callHeaders(randomUUID()), ...address };
    await using trial = await aProductionBank(bank, { anchors });
    const asked = await aTpp(trial, bank.tpp).send({ path: "/v1/user", headers });
    assert.equal(asked.status, 401, asked.text);
    assert.match(asked.json._links.scaRedirect.href, /^http:/);
    const publicUrl = "https://openbanking.fjordbanken.example";
    await using real = await aProductionBank(bank, { anchors, publicUrl });
    const refused = await aTpp(real, bank.tpp).send({ path: "/v1/user", headers });
    assertRefused(refused, { status: 400, code: "FORMAT_ERROR", path: "TPP-Redirect-URI" });
  });

  test("RED-11: refuses an SCA without a redirect address with 400", async () => {
    const response = await tpp.send({ path: "/v1/user" });
    const path = "TPP-Redirect-URI";
    assertRefused(response, { status: 400, code: "HTTP_HEADER_REQUIRED", path });
  });
});

const startPaymentSca = async (headers: Readonly<Record<string, string>> = {}): Promise<string> =>
  (await createSingle(aPayment(), headers))._links.scaRedirect.href;

const identifyWrongly = async (link: string, times: number) => {
  let step = await openLink(bank, link);
  for (let attempt = 0; attempt < times && step.at === "identify"; attempt += 1) {
    const identification = { customerNumber: "10915596784" };
    step = await bank.scaFlow.perform(step, { kind: "identify", identification });
  }
  return step;
};
