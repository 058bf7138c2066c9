import assert from "node:assert/strict";
import { dataSet } from "@varde/sandbox";
import { after, before, describe, test } from "@varde/testkit/browser";
import { ndct } from "@varde/testkit/payments";
import {
  aPaymentToOla,
  call,
  createSingleScaPayment,
  identify,
  isAt,
  type Journey,
  parametersOf,
  startJourney,
  statusOf,
  withPage,
} from "./a-journey.ts";

const { kari } = dataSet.people;
const { henrik } = dataSet.representatives;
const { tindvik } = dataSet.companies;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const own = [
  ["own", "query"],
  ["empty", ""],
] as const;

let journey: Journey;

before(async () => {
  journey = await startJourney();
});
after(() => journey?.close());

/** Approves a first payment and returns the PSU-ID from the redirect. */
async function firstPayment(): Promise<{ psuId: string; sessionId: string }> {
  const { link, sessionId } = await createSingleScaPayment(journey);
  const visit = journey.site.nextVisit("/cb");
  await withPage(journey, async (page) => {
    await page.goto(link);
    await identify(page, kari.customerNumber);
    await page.getByRole("button", { name: "Approve the payment" }).click();
    await visit;
  });
  return { psuId: new Map(parametersOf(await visit)).get("psu-id") ?? "", sessionId };
}

describe("a PSU approves in a browser", () => {
  test("SCA-30: approves and books the first payment with a single SCA", async () => {
    const { paymentId, link, sessionId } = await createSingleScaPayment(journey);
    await withPage(journey, async (page) => {
      await page.goto(link);
      await isAt(page, "Confirm who you are");
      await identify(page, kari.customerNumber);
      await isAt(page, "Approve the payment");
      const shown = (await page.locator("main").textContent()) ?? "";
      for (const text of ["249.50", "Ola Bråten", "9990 10 10117", "9990 10 10028", "At once"]) {
        assert.ok(shown.replaceAll(/[\u00a0\u202f]/g, " ").includes(text), `${text} in ${shown}`);
      }
      const visit = journey.site.nextVisit("/cb");
      await page.getByRole("button", { name: "Approve the payment" }).click();
      const parameters = parametersOf(await visit);
      const psuId = new Map(parameters).get("psu-id") ?? "";
      assert.match(psuId, uuid);
      assert.deepEqual(parameters, [
        ...own,
        ["psu-id", psuId],
        ["tpp-session-id", sessionId],
        ["context", "PRIVATE"],
      ]);
      await page.waitForURL(`${journey.site.origin}/cb?own=query&empty=&psu-id=*`);
    });
    assert.equal(await statusOf(journey, paymentId), "ACSC");
  });

  test("SCA-25: approves a later payment with the SCA that the TPP starts", async () => {
    const { psuId, sessionId } = await firstPayment();
    const headers = { "PSU-ID": psuId, "TPP-Session-ID": sessionId };
    const created = await call(journey, { path: ndct, body: aPaymentToOla(), headers });
    assert.equal(created.status, 201, created.text);
    const { startAuthorisation } = created.json._links;
    const started = await call(journey, { method: "POST", path: startAuthorisation.href, headers });
    assert.equal(started.status, 201, started.text);
    const visit = journey.site.nextVisit("/cb");
    await withPage(journey, async (page) => {
      await page.goto(started.json._links.scaRedirect.href);
      await identify(page, kari.customerNumber);
      // Kari acts for a company too, but this payment is her own.
      await page.getByRole("button", { name: "Approve the payment" }).click();
      await visit;
    });
    assert.deepEqual(parametersOf(await visit), [
      ...own,
      ["psu-id", psuId],
      ["tpp-session-id", sessionId],
      ["context", "PRIVATE"],
    ]);
    assert.equal(await statusOf(journey, created.json.paymentId), "ACSC");
    const { href } = started.json._links.scaStatus;
    const { json } = await journey.tpp.send({ path: href });
    assert.equal(json.scaStatus, "finalised");
  });

  test("STA-15: leaves a refused payment RCVD, and returns SCA_INVALID to the TPP", async () => {
    const { paymentId, link } = await createSingleScaPayment(journey);
    const visit = journey.site.nextVisit("/cb");
    await withPage(journey, async (page) => {
      await page.goto(link);
      await identify(page, kari.customerNumber);
      await page.getByRole("button", { name: "Refuse" }).first().click();
      await visit;
    });
    assert.deepEqual(parametersOf(await visit), [
      ...own,
      ["system", "sca"],
      ["status", "401"],
      ["code", "SCA_INVALID"],
      ["message", "The PSU did not approve."],
    ]);
    assert.equal(await statusOf(journey, paymentId), "RCVD");
  });

  test("SCA-26: blocks after five wrong identifications, and warns before the last", async () => {
    const { paymentId, link } = await createSingleScaPayment(journey);
    const visit = journey.site.nextVisit("/cb");
    await withPage(journey, async (page) => {
      await page.goto(link);
      for (const left of ["4 attempts", "3 attempts", "2 attempts", "one attempt"]) {
        await identify(page, "12345678");
        await page
          .getByRole("alert")
          .filter({ hasText: `You have ${left} left.` })
          .waitFor();
      }
      await isAt(page, "Confirm who you are");
      // A reload does not use up an attempt.
      await page.reload();
      await page.getByRole("alert").filter({ hasText: "one attempt left" }).waitFor();
      await identify(page, "12345678");
      await page.waitForURL(`${journey.site.origin}/cb?*`);
      await page.goto(link);
      await isAt(page, "The link has already been used");
    });
    assert.deepEqual(parametersOf(await visit).slice(own.length), [
      ["system", "sca"],
      ["status", "401"],
      ["code", "PSU_CREDENTIALS_INVALID"],
      ["message", "The PSU could not be identified."],
    ]);
    assert.equal(await statusOf(journey, paymentId), "RCVD");
  });

  test("SCA-20: returns the agreement that a representative chose in the redirect", async () => {
    const body = aPaymentToOla({
      debtorAccount: { bban: tindvik.accounts[0].bban, currency: "NOK" },
    });
    const { paymentId, link, sessionId } = await createSingleScaPayment(journey, {
      body,
      headers: { "PSU-Context": "CORPORATE" },
    });
    const visit = journey.site.nextVisit("/cb");
    await withPage(journey, async (page) => {
      await page.goto(link);
      await identify(page, henrik.customerNumber);
      await isAt(page, "Which company are you acting for?");
      // There is nothing to approve yet.
      assert.equal(await page.getByRole("button", { name: "Approve" }).count(), 0);
      await page.getByLabel(tindvik.name).check();
      await page.getByRole("button", { name: "Continue", exact: true }).click();
      await isAt(page, "Approve the payment");
      await page.getByText("On behalf of").waitFor();
      await page.getByRole("button", { name: "Approve the payment" }).click();
      await visit;
    });
    const parameters = parametersOf(await visit);
    const { "psu-id": psuId = "", "psu-corporate-id": corporateId = "" } =
      Object.fromEntries(parameters);
    assert.match(psuId, uuid);
    assert.match(corporateId, uuid);
    assert.notEqual(psuId, corporateId);
    assert.deepEqual(parameters, [
      ...own,
      ["psu-id", psuId],
      ["psu-corporate-id", corporateId],
      ["tpp-session-id", sessionId],
      ["context", "CORPORATE"],
    ]);
    assert.equal(await statusOf(journey, paymentId), "ACSC");
  });

  test("SCA-18: lets a customer who is also a representative choose the context", async () => {
    const headers = { "X-PSU-IDENTITY": kari.customerNumber };
    const response = await call(journey, { path: ndct, body: aPaymentToOla(), headers });
    assert.equal(response.status, 401, response.text);
    const visit = journey.site.nextVisit("/cb");
    await withPage(journey, async (page) => {
      await page.goto(response.json._links.scaRedirect.href);
      await identify(page, kari.customerNumber);
      await isAt(page, "Who are you acting for?");
      await page.getByLabel("Myself").check();
      await page.getByRole("button", { name: "Continue", exact: true }).click();
      await visit;
    });
    assert.equal(new Map(parametersOf(await visit)).get("context"), "PRIVATE");
  });
});
