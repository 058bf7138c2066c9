import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { accountListResponse, userResponse } from "@varde/protocol";
import type { TestBank } from "@varde/sandbox";
import { aBank, stopClock } from "@varde/testkit/bank";
import { aPayer, aPayment, baskets, idOf, ndct, type Payer } from "@varde/testkit/payments";
import { aPsu, finishSca, kari, openLink, redirectUri, TestPsu } from "@varde/testkit/psu";
import { expectBody, expectRefusal } from "@varde/testkit/responses";
import { aTpp } from "@varde/testkit/tpp";

const secondMs = 1_000;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

describe("limits of sessions and consents on a moved clock", () => {
  let bank: TestBank;
  before(async () => {
    bank = await aBank();
    await aPsu(bank, kari);
  });
  after(() => bank.close());

  /** Returns one call of each kind that needs a session. */
  const calls = (payer: Payer, payment: string) => ({
    createPayment: () => payer.post(ndct, aPayment()),
    createBasket: () => payer.post(baskets, { paymentIds: [idOf(payment)] }),
    changePayment: () => payer.post(`${payment}/authorisations`),
    readAccount: () => payer.get("/v1/accounts"),
    readUser: () => payer.get("/v1/user"),
  });

  test("LIM-03: serves every call 59 minutes and 59 seconds after SCA", async () => {
    const advance = await stopClock(bank);
    const payer = await aPayer(bank);
    const payment = await payer.create(ndct, aPayment());
    await advance(60 * minuteMs - secondMs);
    const { createBasket, ...others } = calls(payer, payment);
    for (const [name, call] of Object.entries({ ...others, createBasket })) {
      const response = await call();
      assert.ok(response.status < 300, `${name}: ${response.text}`);
    }
  });

  test("LIM-04: refuses each call 60 minutes and a second after SCA: SCA_EXPIRED", async () => {
    const advance = await stopClock(bank);
    const payer = await aPayer(bank);
    const payment = await payer.create(ndct, aPayment());
    await advance(60 * minuteMs + secondMs);
    for (const call of Object.values(calls(payer, payment))) {
      const response = await call();
      expectRefusal(response, 401, "SCA_EXPIRED");
      assert.deepEqual(response.json._links.scaRedirect.verbs, ["GET"]);
    }
    const { href } = (await payer.get("/v1/user")).json._links.scaRedirect;
    await finishSca(bank, href, kari);
    assert.equal((await payer.get("/v1/user")).status, 200, "the same session, renewed");
  });

  test("LIM-05: requires a separate SCA for signing, which renews the session", async () => {
    const advance = await stopClock(bank);
    const payer = await aPayer(bank);
    const payment = await payer.create(ndct, aPayment());
    await advance(59 * minuteMs);
    const started = await payer.post(`${payment}/authorisations`);
    assert.equal(await payer.status(payment), "RCVD", "a valid session approves nothing");
    await finishSca(bank, started.json._links.scaRedirect.href, kari);
    assert.equal(await payer.status(payment), "ACTC");
    await advance(59 * minuteMs);
    assert.equal((await payer.get("/v1/user")).status, 200);
  });

  test("LIM-07: ends the old session when the new SCA completes, not when it starts", async () => {
    await stopClock(bank);
    const old = await aPsu(bank, kari);
    const headers = { "TPP-Session-ID": randomUUID() };
    const asked = await old.get("/v1/user", headers);
    expectRefusal(asked, 401, "SCA_NOT_FOUND");
    assert.equal((await old.get("/v1/user")).status, 200, "the new SCA has only been started");
    await finishSca(bank, asked.json._links.scaRedirect.href, kari);
    assert.equal((await old.get("/v1/user", headers)).status, 200);
    expectRefusal(await old.get("/v1/user"), 401, "SCA_INVALID");
  });

  test("LIM-08: keeps the old session if the new SCA is refused, fails or is left", async () => {
    const advance = await stopClock(bank);
    const old = await aPsu(bank, kari);
    const ask = async () => {
      const asked = await old.get("/v1/accounts", { "TPP-Session-ID": randomUUID() });
      return asked.json._links.scaRedirect.href as string;
    };
    await finishSca(bank, await ask(), { ...kari, decision: "refuse" });
    const step = await openLink(bank, await ask());
    assert(step.at === "identify");
    const fault = { system: "sca", code: "SYSTEM_ERROR", message: "x" } as const;
    await bank.scaFlow.perform(step, { kind: "fail", fault });
    await ask();
    await advance(31 * minuteMs);
    assert.equal((await old.get("/v1/user")).status, 200);
  });

  test("LIM-08: keeps it as well if an SCA that only identifies is refused", async () => {
    await stopClock(bank);
    const old = await aPsu(bank, kari);
    const asked = await old.get("/v1/user", { "TPP-Session-ID": randomUUID() });
    const link = asked.json._links.scaRedirect.href;
    const { searchParams: back } = await finishSca(bank, link, { ...kari, decision: "refuse" });
    assert.equal(back.get("code"), "SCA_INVALID");
    assert.equal((await old.get("/v1/user")).status, 200);
  });

  test("SCA-08: accepts an SCA for the TPP's other certificate and role", async () => {
    await stopClock(bank);
    const certificate = async (roles: readonly ("PSP_PI" | "PSP_AI")[]) => {
      const identity = await bank.authority.issueTppCertificate({
        name: "Test TPP",
        organisationNumber: "310000000",
        roles,
        kind: "working",
      });
      return aTpp(bank, identity);
    };
    const [pisp, aisp] = [await certificate(["PSP_PI"]), await certificate(["PSP_AI"])];
    const seen = await aPsu(bank, kari);
    const asked = await pisp.send({
      path: "/v1/user",
      headers: { "TPP-Redirect-URI": redirectUri },
    });
    const { searchParams: parameters } = await finishSca(
      bank,
      asked.json._links.scaRedirect.href,
      kari,
    );
    assert.equal(parameters.get("psu-id"), seen.psuId, "one TPP has one PSU-ID for the PSU");
    const asPisp = new TestPsu(bank, pisp, { searchParams: parameters });
    expectBody(await asPisp.get("/v1/user"), 200, userResponse);
    const asAisp = new TestPsu(bank, aisp, { searchParams: parameters });
    expectBody(await asAisp.get("/v1/accounts"), 200, accountListResponse);
    expectRefusal(await asPisp.get("/v1/accounts"), 403, "FORBIDDEN");
  });

  test("SCA-29: accepts a session that the bank generated like one from the TPP", async () => {
    await stopClock(bank);
    const tpp = aTpp(bank);
    const headers = { "TPP-Redirect-URI": redirectUri, "PSU-IP-Address": "192.0.2.1" };
    const asked = await tpp.send({ path: "/v1/accounts", headers });
    const { searchParams: parameters } = await finishSca(
      bank,
      asked.json._links.scaRedirect.href,
      kari,
    );
    const psu = new TestPsu(bank, tpp, { searchParams: parameters });
    assert.match(psu.sessionId, /^[0-9a-f-]{36}$/);
    expectBody(await psu.get("/v1/accounts"), 200, accountListResponse);
  });

  test("SCA-03: requires SCA in each operation that acts for a PSU", async () => {
    await stopClock(bank);
    const payer = await aPayer(bank);
    const payment = await payer.create(ndct, aPayment());
    const later = { ...payer.psu.headers, "TPP-Session-ID": randomUUID() };
    const stranger = Object.assign(Object.create(payer), {
      psu: Object.assign(Object.create(payer.psu), { sessionId: later["TPP-Session-ID"] }),
    }) as Payer;
    for (const call of Object.values(calls(stranger, payment))) {
      const response = await call();
      expectRefusal(response, 401, "SCA_NOT_FOUND");
      assert.match(response.json._links.scaRedirect.href, /^http:\/\/127\.0\.0\.1:\d+\/sca\//);
    }
  });

  test("LIM-14: accepts a consent for 180 days, then returns CONSENT_EXPIRED", async () => {
    const advance = await stopClock(bank);
    const psu = await aPsu(bank, kari);
    const path = "/v1/accounts/kari-current/transactions";
    await advance(180 * dayMs);
    assert.equal((await psu.getUnattended(path)).status, 200);
    await advance(dayMs);
    expectRefusal(await psu.getUnattended(path), 401, "CONSENT_EXPIRED");
    // With the PSU present the session is checked first, and a new one does not renew the consent.
    const asked = await psu.get("/v1/user", { "TPP-Session-ID": "later" });
    await finishSca(bank, asked.json._links.scaRedirect.href, kari);
    const attended = await psu.get("/v1/accounts", { "TPP-Session-ID": "later" });
    expectRefusal(attended, 401, "CONSENT_EXPIRED");
    const { searchParams: parameters } = await finishSca(
      bank,
      attended.json._links.scaRedirect.href,
      kari,
    );
    expectBody(
      await new TestPsu(bank, psu.tpp, { searchParams: parameters }).get("/v1/accounts"),
      200,
      accountListResponse,
    );
  });
});
