import assert from "node:assert/strict";
import { dataSet } from "@varde/sandbox";
import { aBankDayAhead } from "@varde/testkit/bank";
import { after, before, describe, test } from "@varde/testkit/browser";
import { ndct } from "@varde/testkit/payments";
import { aPaymentToOla, call, type Journey, startJourney, statusOf } from "./a-journey.ts";
import {
  type BrowsingPsu,
  type Display,
  displayOfRun,
  followLink,
  inWords,
  openPage,
} from "./browsing-psu.ts";

const { kari } = dataSet.people;
const { henrik } = dataSet.representatives;
const { tindvik } = dataSet.companies;
const fromTindvik = { debtorAccount: { bban: tindvik.accounts[0].bban, currency: "NOK" } };
const later = { requestedExecutionDate: aBankDayAhead() };

let journey: Journey;
before(async () => {
  journey = await startJourney();
});
after(() => journey?.close());

interface Payer {
  readonly customerNumber: string;
  readonly company?: string;
}
type Headers = Readonly<Record<string, string | undefined>>;

/** Identifies the PSU to the TPP, and returns the headers of the session. */
const signIn = async (payer: Payer, display: Display): Promise<Headers> => {
  const asked = await call(journey, { path: "/v1/user" });
  const returned = await followLink(
    journey,
    asked.json._links.scaRedirect.href,
    display,
    async (psu) => {
      await psu.identify(payer.customerNumber);
      if (payer.company !== undefined) await psu.choose(psu.words.company, payer.company);
      else if (payer.customerNumber === kari.customerNumber) {
        await psu.choose(psu.words.context, psu.words.myself);
      }
    },
  );
  return {
    "PSU-ID": returned["psu-id"],
    "PSU-Corporate-ID": returned["psu-corporate-id"],
    "TPP-Session-ID": returned["tpp-session-id"],
  };
};
const create = async (headers: Headers, changes: object = {}) => {
  const body = aPaymentToOla(changes);
  const created = await call(journey, { path: ndct, body, headers });
  assert.equal(created.status, 201, created.text);
  return created.json.paymentId as string;
};
const start = async (headers: Headers, path: string) => {
  const started = await call(journey, { method: "POST", path, headers });
  assert.equal(started.status, 201, started.text);
  return started.json;
};
const startLink = async (headers: Headers, path: string): Promise<string> =>
  (await start(headers, path))._links.scaRedirect.href;

const display = displayOfRun<Display & { readonly payer: Payer; readonly changes: object }>(
  {
    language: "nb",
    screen: "desktop",
    payer: { customerNumber: kari.customerNumber },
    changes: {},
  },
  {
    language: "en",
    screen: "phone",
    payer: { customerNumber: henrik.customerNumber, company: tindvik.name },
    changes: fromTindvik,
  },
);
const { payer, changes } = display;
const who = payer.company === undefined ? "a private PSU" : "a representative";
const identify = (psu: BrowsingPsu) => psu.identify(payer.customerNumber);

describe(`${who} signs (${inWords(display)})`, () => {
  test("SCA-25: signs a basket, with every payee and the sum shown", async () => {
    const headers = await signIn(payer, display);
    const paymentIds = [await create(headers, changes), await create(headers, changes)];
    const body = { paymentIds };
    const basket = await call(journey, { path: "/v1/signing-baskets", body, headers });
    assert.equal(basket.status, 201, basket.text);
    const path = `/v1/signing-baskets/${basket.json.basketId}/authorisations`;
    const returned = await followLink(
      journey,
      await startLink(headers, path),
      display,
      async (psu) => {
        await identify(psu);
        await psu.at(psu.words.batch(2));
        const shown = ((await psu.page.locator("main").textContent()) ?? "").replace(/\s/g, " ");
        assert.match(shown, /499[.,]00/);
        assert.match(shown, /Ola Bråten/);
        await psu.press(psu.words.batchYes);
      },
    );
    assert.equal(returned["psu-corporate-id"], headers["PSU-Corporate-ID"]);
    for (const id of paymentIds) assert.equal(await statusOf(journey, id), "ACSC");
  });

  test("SCA-25: signs a cancellation, which can also be given up", async () => {
    const headers = await signIn(payer, display);
    const paymentId = await create(headers, { ...changes, ...later });
    const path = `${ndct}/${paymentId}`;
    const signing = await startLink(headers, `${path}/authorisations`);
    await followLink(journey, signing, display, async (psu) => {
      await identify(psu);
      await psu.at(psu.words.payment);
      await psu.press(psu.words.payment);
    });
    assert.equal((await call(journey, { method: "DELETE", path, headers })).status, 202);
    const cancel = () => startLink(headers, `${path}/cancellation-authorisations`);
    const kept = await followLink(journey, await cancel(), display, async (psu) => {
      await identify(psu);
      await psu.at(psu.words.stop);
      await psu.press(psu.words.keep);
    });
    assert.equal(kept.code, "SCA_INVALID");
    assert.equal(await statusOf(journey, paymentId), "ACTC");
    const stopped = await followLink(journey, await cancel(), display, async (psu) => {
      await identify(psu);
      await psu.press(psu.words.stop);
    });
    assert.equal(stopped["psu-id"], headers["PSU-ID"]);
    assert.equal(await statusOf(journey, paymentId), "CANC");
  });

  test("HDR-09: approves and refuses on the phone, without the TPP's site", async () => {
    const headers = await signIn(payer, display);
    const inApp = { ...headers, "TPP-Redirect-Preferred": "false" };
    const [yes, no] = [await create(headers, changes), await create(headers, changes)];
    for (const id of [yes, no]) {
      const { _links, psuMessage } = await start(inApp, `${ndct}/${id}/authorisations`);
      assert.equal(_links.scaRedirect, undefined);
      assert.ok(psuMessage);
    }
    await openPage(journey, "/app", display, async (psu) => {
      await identify(psu);
      await psu.at(psu.words.app);
      await psu.press(psu.words.approve);
      await psu.page.getByText(psu.words.appApproved).waitFor();
      await psu.at(psu.words.app);
      await psu.press(psu.words.refuse);
      await psu.page.getByText(psu.words.appRefused).waitFor();
      await psu.at(psu.words.app);
    });
    assert.equal(await statusOf(journey, yes), "ACSC");
    assert.equal(await statusOf(journey, no), "RCVD");
  });
});
