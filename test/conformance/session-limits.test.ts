import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { accountListResponse, userResponse } from "@varde/protocol";
import type { TestBank } from "@varde/sandbox";
import { aBank, stopClock } from "@varde/testkit/bank";
import { aPayer, aPayment, baskets, idOf, ndct, type Payer } from "@varde/testkit/payments";
import { aPsu, kari, redirectUri, TestPsu, walkSca } from "@varde/testkit/psu";
import { expectBody, expectRefusal } from "@varde/testkit/responses";
import { aTpp } from "@varde/testkit/tpp";

const secondMs = 1_000;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

describe("the limits of sessions and consents, with the clock moved", () => {
  let bank: TestBank;
  before(async () => {
    bank = await aBank();
    await aPsu(bank, kari);
  });
  after(() => bank.close());

  /** One call of each kind that needs a session. */
  const calls = (payer: Payer, payment: string) => ({
    createPayment: () => payer.post(ndct, aPayment()),
    createBasket: () => payer.post(baskets, { paymentIds: [idOf(payment)] }),
    changePayment: () => payer.post(`${payment}/authorisations`),
    readAccount: () => payer.get("/v1/accounts"),
    readUser: () => payer.get("/v1/user"),
  });

  test("LIM-03: 59 minutes and 59 seconds after SCA every call is served", async () => {
    const advance = await stopClock(bank);
    const payer = await aPayer(bank);
    const payment = await payer.create(ndct, aPayment());
    await advance(60 * minuteMs - secondMs);
    const { createBasket, ...others } = calls(payer, payment);
    for (const [name, call] of Object.entries({ ...others, createBasket })) {
      const answer = await call();
      assert.ok(answer.status < 300, `${name}: ${answer.text}`);
    }
  });

  test("LIM-04: 60 minutes and a second after it each is answered 401 SCA_EXPIRED", async () => {
    const advance = await stopClock(bank);
    const payer = await aPayer(bank);
    const payment = await payer.create(ndct, aPayment());
    await advance(60 * minuteMs + secondMs);
    for (const call of Object.values(calls(payer, payment))) {
      const answer = await call();
      expectRefusal(answer, 401, "SCA_EXPIRED");
      assert.deepEqual(answer.json._links.scaRedirect.verbs, ["GET"]);
    }
    const { href } = (await payer.get("/v1/user")).json._links.scaRedirect;
    await walkSca(bank, href, kari);
    assert.equal((await payer.get("/v1/user")).status, 200, "the same session, renewed");
  });

  test("LIM-05: signing has an SCA of its own, which renews the hour of the session", async () => {
    const advance = await stopClock(bank);
    const payer = await aPayer(bank);
    const payment = await payer.create(ndct, aPayment());
    await advance(59 * minuteMs);
    const started = await payer.post(`${payment}/authorisations`);
    assert.equal(await payer.status(payment), "RCVD", "a valid session approves nothing");
    await walkSca(bank, started.json._links.scaRedirect.href, kari);
    assert.equal(await payer.status(payment), "ACTC");
    await advance(59 * minuteMs);
    assert.equal((await payer.get("/v1/user")).status, 200);
  });

  test("LIM-07: the old session ends when the new SCA completes, not when it starts", async () => {
    await stopClock(bank);
    const old = await aPsu(bank, kari);
    const headers = { "TPP-Session-ID": randomUUID() };
    const asked = await old.get("/v1/user", headers);
    expectRefusal(asked, 401, "SCA_NOT_FOUND");
    assert.equal((await old.get("/v1/user")).status, 200, "it has only been asked for");
    await walkSca(bank, asked.json._links.scaRedirect.href, kari);
    assert.equal((await old.get("/v1/user", headers)).status, 200);
    expectRefusal(await old.get("/v1/user"), 401, "SCA_INVALID");
  });

  test("LIM-08: refused, failed or left, the new SCA leaves the old session valid", async () => {
    const advance = await stopClock(bank);
    const old = await aPsu(bank, kari);
    const ask = async () => {
      const asked = await old.get("/v1/accounts", { "TPP-Session-ID": randomUUID() });
      return asked.json._links.scaRedirect.href as string;
    };
    await walkSca(bank, await ask(), { ...kari, decision: "refuse" });
    const secret = (await ask()).split("/sca/")[1] ?? "";
    const { step } = await bank.scaFlow.open(secret, undefined);
    assert(step.at === "identify");
    const fault = { system: "sca", code: "SYSTEM_ERROR", message: "x" } as const;
    await bank.scaFlow.perform(step.sca, { kind: "fail", fault });
    await ask();
    await advance(31 * minuteMs);
    assert.equal((await old.get("/v1/user")).status, 200);
  });

  test("LIM-08: an SCA that only identifies is refused as well", async () => {
    await stopClock(bank);
    const old = await aPsu(bank, kari);
    const asked = await old.get("/v1/user", { "TPP-Session-ID": randomUUID() });
    const link = asked.json._links.scaRedirect.href;
    const { searchParams: back } = await walkSca(bank, link, { ...kari, decision: "refuse" });
    assert.equal(back.get("code"), "SCA_INVALID");
    assert.equal((await old.get("/v1/user")).status, 200);
  });

  test("SCA-08: an SCA counts for the TPP's other certificate with the other role", async () => {
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
    const { searchParams: told } = await walkSca(bank, asked.json._links.scaRedirect.href, kari);
    assert.equal(told.get("psu-id"), seen.psuId, "one TPP, one name for the PSU");
    const asPisp = new TestPsu(bank, pisp, { searchParams: told });
    expectBody(await asPisp.get("/v1/user"), 200, userResponse);
    const asAisp = new TestPsu(bank, aisp, { searchParams: told });
    expectBody(await asAisp.get("/v1/accounts"), 200, accountListResponse);
    expectRefusal(await asPisp.get("/v1/accounts"), 403, "FORBIDDEN");
  });

  test("SCA-29: a session the bank has made serves like one the TPP chose", async () => {
    await stopClock(bank);
    const tpp = aTpp(bank);
    const headers = { "TPP-Redirect-URI": redirectUri, "PSU-IP-Address": "192.0.2.1" };
    const asked = await tpp.send({ path: "/v1/accounts", headers });
    const { searchParams: told } = await walkSca(bank, asked.json._links.scaRedirect.href, kari);
    const psu = new TestPsu(bank, tpp, { searchParams: told });
    assert.match(psu.sessionId, /^[0-9a-f-]{36}$/);
    expectBody(await psu.get("/v1/accounts"), 200, accountListResponse);
  });

  test("SCA-03: each operation that acts for a PSU asks for SCA when there is none", async () => {
    await stopClock(bank);
    const payer = await aPayer(bank);
    const payment = await payer.create(ndct, aPayment());
    const later = { ...payer.psu.headers, "TPP-Session-ID": randomUUID() };
    const stranger = Object.assign(Object.create(payer), {
      psu: Object.assign(Object.create(payer.psu), { sessionId: later["TPP-Session-ID"] }),
    }) as Payer;
    for (const call of Object.values(calls(stranger, payment))) {
      const answer = await call();
      expectRefusal(answer, 401, "SCA_NOT_FOUND");
      assert.match(answer.json._links.scaRedirect.href, /^http:\/\/127\.0\.0\.1:\d+\/sca\//);
    }
  });

  test("LIM-14: a consent serves 180 days, and a day more is 401 CONSENT_EXPIRED", async () => {
    const advance = await stopClock(bank);
    const psu = await aPsu(bank, kari);
    const path = "/v1/accounts/kari-current/transactions";
    await advance(180 * dayMs);
    assert.equal((await psu.getUnattended(path)).status, 200);
    await advance(dayMs);
    const expired = await psu.getUnattended(path);
    expectRefusal(expired, 401, "CONSENT_EXPIRED");
    assert.ok(expired.json._links.scaRedirect.href);
    // With the PSU there the session is judged first, and a new one does not renew the consent.
    const asked = await psu.get("/v1/user", { "TPP-Session-ID": "later" });
    await walkSca(bank, asked.json._links.scaRedirect.href, kari);
    const attended = await psu.get("/v1/accounts", { "TPP-Session-ID": "later" });
    expectRefusal(attended, 401, "CONSENT_EXPIRED");
    const { searchParams: told } = await walkSca(bank, attended.json._links.scaRedirect.href, kari);
    expectBody(
      await new TestPsu(bank, psu.tpp, { searchParams: told }).get("/v1/accounts"),
      200,
      accountListResponse,
    );
  });
});
