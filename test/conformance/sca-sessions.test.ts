import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, describe, test } from "node:test";
import { dataSet } from "@varde/sandbox";
import { aBank, stopClock } from "@varde/testkit/bank";
import { aPayment, ndct } from "@varde/testkit/payments";
import {
  aSession,
  callHeaders,
  finishSca,
  kari,
  PageBrowser,
  type PsuSession,
} from "@varde/testkit/psu";
import { assertRefused } from "@varde/testkit/responses";
import { aTpp, RawTpp } from "@varde/testkit/tpp";

const bank = await aBank();
after(() => bank.close());
const tpp = aTpp(bank);
const other = new RawTpp(
  bank.addresses.http,
  await bank.authority.issueTppCertificate({
    name: "Another TPP",
    organisationNumber: "210000003",
    roles: ["PSP_PI", "PSP_AI"],
    kind: "working",
  }),
);
const { ola } = dataSet.people;
const { vardeberg } = dataSet.companies;
const corporate = { context: "CORPORATE", agreement: vardeberg.agreementId } as const;
const hourMs = 60 * 60_000;

const create = (session: Pick<PsuSession, "headers">, more: Record<string, string> = {}) =>
  tpp.send({ path: ndct, body: aPayment(), headers: { ...session.headers, ...more } });

const assertCreated = (response: { readonly status: number; readonly text: string }) =>
  assert.equal(response.status, 201, response.text);

describe("identification of the PSU", () => {
  test("SCA-05, SCA-07: identifies the PSU by a PSU-ID that never changes", async () => {
    const first = await aSession(bank, tpp);
    assertCreated(await create(first));
    const second = await aSession(bank, tpp);
    assert.equal(second.psuId, first.psuId);
  });

  test("SCA-06: returns another PSU-ID to another TPP and refuses the first there", async () => {
    const ours = await aSession(bank, tpp);
    const theirs = await aSession(bank, other);
    assert.notEqual(ours.psuId, theirs.psuId);
    const headers = { ...theirs.headers, "PSU-ID": ours.psuId };
    const response = await other.send({ path: ndct, body: aPayment(), headers });
    assertRefused(response, { status: 401, code: "PSU_CREDENTIALS_INVALID", path: "PSU-ID" });
    assert.ok(response.json._links.scaRedirect.href);
  });

  test("SCA-08: accepts an SCA for the TPP in every role", async () => {
    const session = await aSession(bank, tpp);
    assert.equal((await tpp.send({ path: "/v1/user", headers: session.headers })).status, 200);
    assertCreated(await create(session));
  });
});

describe("sessions", () => {
  test("SCA-09: accepts an SCA only within its TPP-Session-ID", async () => {
    const session = await aSession(bank, tpp);
    const response = await create(session, { "TPP-Session-ID": randomUUID() });
    assertRefused(response, { status: 401, code: "SCA_NOT_FOUND" });
  });

  test("SCA-09: refuses a session of another PSU with SCA_INVALID", async () => {
    const theirs = await aSession(bank, tpp, { customerNumber: ola.customerNumber });
    const ours = await aSession(bank, tpp);
    const response = await create(ours, { "TPP-Session-ID": theirs.sessionId });
    assertRefused(response, { status: 401, code: "SCA_INVALID" });
  });

  test("SCA-09: refuses a session of another TPP", async () => {
    const theirs = await aSession(bank, other);
    const ours = await aSession(bank, tpp);
    const response = await create(ours, { "TPP-Session-ID": theirs.sessionId });
    assertRefused(response, { status: 401, code: "SCA_NOT_FOUND" });
  });

  test("LIM-03, LIM-04: accepts a session for an hour, then requires a new SCA", async () => {
    // The first request creates the world whose clock is stopped.
    await aSession(bank, tpp);
    const advance = await stopClock(bank);
    const session = await aSession(bank, tpp);
    await advance(hourMs - 5_000);
    assertCreated(await create(session));
    await advance(6_000);
    assertRefused(await create(session), { status: 401, code: "SCA_EXPIRED" });
    assertCreated(await create(await aSession(bank, tpp, { sessionId: session.sessionId })));
  });

  test("LIM-06, LIM-07: requires SCA for a new session, which then ends the old one", async () => {
    const old = await aSession(bank, tpp);
    const fresh = await aSession(bank, tpp);
    assertCreated(await create(fresh));
    assertRefused(await create(old), { status: 401, code: "SCA_INVALID" });
  });

  test("LIM-08: keeps the old session when the SCA of a new one is aborted", async () => {
    const old = await aSession(bank, tpp);
    const headers = { ...callHeaders(randomUUID()), "PSU-Context": "PRIVATE" };
    const response = await tpp.send({ path: ndct, body: aPayment(), headers });
    const back = await finishSca(bank, response.json._links.scaRedirect.href, {
      decision: "refuse",
    });
    assert.equal(back.searchParams.get("code"), "SCA_INVALID");
    assertCreated(await create(old));
  });

  test("LIM-05, SCA-25: requires SCA for a payment even within a session", async () => {
    const session = await aSession(bank, tpp);
    const { paymentId, _links } = (await create(session)).json;
    const path = _links.startAuthorisation.href;
    const started = await tpp.send({ method: "POST", path, headers: session.headers });
    assert.equal(started.json.scaStatus, "received");
    const read = async () =>
      (await tpp.send({ path: `${ndct}/${paymentId}/status` })).json.transactionStatus;
    assert.equal(await read(), "RCVD");
    await finishSca(bank, started.json._links.scaRedirect.href);
    assert.equal(await read(), "ACTC");
    const status = await tpp.send({ path: started.json._links.scaStatus.href });
    assert.equal(status.json.scaStatus, "finalised");
  });

  test("STA-15: leaves the payment RCVD after a refused SCA, for another try", async () => {
    const session = await aSession(bank, tpp);
    const { _links } = (await create(session)).json;
    const start = () =>
      tpp.send({
        method: "POST",
        path: _links.startAuthorisation.href,
        headers: session.headers,
      });
    const refused = await start();
    await finishSca(bank, refused.json._links.scaRedirect.href, { decision: "refuse" });
    const { json } = await tpp.send({ path: _links.status.href });
    assert.equal(json.transactionStatus, "RCVD");
    const back = await finishSca(bank, (await start()).json._links.scaRedirect.href);
    assert.ok(back.searchParams.has("psu-id"));
  });

  test("SCA-28: accepts a link once and, after authentication, in one browser", async () => {
    const response = await tpp.send({ path: "/v1/user", headers: callHeaders(randomUUID()) });
    const link = response.json._links.scaRedirect.href;
    const browser = new PageBrowser(bank.addresses.http);
    await browser.open(link);
    assert.equal(browser.status, 200);
    assert.equal((await fetch(link)).status, 200, "nobody is authenticated");
    await browser.submit({ customerNumber: kari.customerNumber, decision: "continue" });
    assert.equal((await fetch(link)).status, 410, "a request without the cookie");
    await browser.open(link);
    assert.equal(browser.status, 200, "a reload");
    await browser.submit({ decision: "refuse" });
    await browser.open(link);
    assert.equal(browser.status, 410, "the link was used");
  });
});

describe("corporations", () => {
  test("SCA-19, SCA-20: pays from the company's account when both ids are sent", async () => {
    const session = await aSession(bank, tpp, corporate);
    const [account] = vardeberg.accounts;
    const body = aPayment({ debtorAccount: { bban: account.bban, currency: "NOK" } });
    assertCreated(await tpp.send({ path: ndct, body, headers: session.headers }));
  });

  test("SCA-19, SCA-22: refuses a corporate request without PSU-Corporate-ID", async () => {
    const session = await aSession(bank, tpp, corporate);
    const { "PSU-Corporate-ID": _, ...headers } = session.headers;
    const path = "PSU-Corporate-ID";
    const response = await create({ headers });
    assertRefused(response, { status: 400, code: "HTTP_HEADER_REQUIRED", path });
  });

  test("SCA-19: refuses the representative's own account in corporate context", async () => {
    const session = await aSession(bank, tpp, corporate);
    const response = await create(session);
    assertRefused(response, { status: 400, code: "RESOURCE_UNKNOWN" });
  });
});
