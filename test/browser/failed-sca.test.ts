import assert from "node:assert/strict";
import { dataSet } from "@varde/sandbox";
import { run, sql } from "@varde/storage";
import { after, before, describe, test } from "@varde/testkit/browser";
import {
  aPaymentToOla,
  createSingleScaPayment,
  type Journey,
  startJourney,
  statusOf,
} from "./a-journey.ts";
import { displayOfRun, followLink, inWords, openPage } from "./browsing-psu.ts";

const { kari, ola, jonas } = dataSet.people;

let journey: Journey;
before(async () => {
  journey = await startJourney();
});
after(() => journey?.close());

const display = displayOfRun(
  { language: "en", screen: "phone" },
  { language: "nb", screen: "desktop" },
);

describe(`an SCA that does not succeed (${inWords(display)})`, () => {
  test("RED-12: redirects with SCA_EXPIRED after five idle minutes", async () => {
    const { link } = await createSingleScaPayment(journey);
    const [world] = await journey.bank.listWorlds();
    const returned = await followLink(journey, link, display, async (psu) => {
      await psu.identify(kari.customerNumber);
      await psu.at(psu.words.payment);
      await journey.bank.clock.advanceClock(world?.worldId ?? "", 301_000);
      await psu.press(psu.words.payment);
    });
    assert.equal(returned.code, "SCA_EXPIRED");
  });

  test("RED-12: returns PAYMENT_FAILED to the TPP without funds", async () => {
    const { link, paymentId } = await createSingleScaPayment(journey, {
      body: aPaymentToOla({
        instructedAmount: { amount: "99999.00", currency: "NOK" },
        debtorAccount: { bban: jonas.current.bban, currency: "NOK" },
      }),
    });
    const returned = await followLink(journey, link, display, async (psu) => {
      await psu.identify(jonas.customerNumber);
      await psu.press(psu.words.payment);
    });
    assert.deepEqual(
      [returned.system, returned.status, returned.code],
      ["core-bank", "400", "PAYMENT_FAILED"],
    );
    assert.equal(await statusOf(journey, paymentId), "ACCP");
  });

  test("RED-12: refuses a PSU who may not use the account", async () => {
    const { link, paymentId } = await createSingleScaPayment(journey);
    const returned = await followLink(journey, link, display, async (psu) => {
      await psu.identify(ola.customerNumber);
      await psu.press(psu.words.payment);
    });
    assert.equal(returned.code, "PSU_CREDENTIALS_INVALID");
    assert.equal(await statusOf(journey, paymentId), "RCVD");
  });

  test("A12: voids the approval when a payee changes while the PSU looks at it", async () => {
    const { link, paymentId } = await createSingleScaPayment(journey);
    const returned = await followLink(journey, link, display, async (psu) => {
      await psu.identify(kari.customerNumber);
      await psu.at(psu.words.payment);
      await journey.bank.storage.write(() =>
        run(sql`update payment set body = replace(body, 'Ola', 'Eva')
          where payment_id = ${paymentId}`),
      );
      await psu.press(psu.words.payment);
    });
    assert.equal(returned.code, "SCA_INVALID");
    assert.equal(await statusOf(journey, paymentId), "RCVD");
  });

  test("RED-11: does not redirect to an address that is no longer trusted", async () => {
    const { link, paymentId } = await createSingleScaPayment(journey);
    await journey.bank.storage.write(() =>
      run(
        sql`update sca set redirect_uri = 'http://evil.example/' where subject_id = ${paymentId}`,
      ),
    );
    await openPage(journey, new URL(link).pathname, display, (psu) => psu.at(psu.words.untrusted));
  });

  test("SCA-26: blocks the phone after five wrong numbers too", async () => {
    await openPage(journey, "/app", display, async (psu) => {
      for (let attempt = 1; attempt <= 5; attempt += 1) await psu.identify("10915596784");
      await psu.at(psu.words.blocked);
    });
  });
});

describe("A10: guessing", () => {
  test("A10: asks an address that tries many links to wait", async () => {
    const display = { language: "nb", screen: "phone" } as const;
    for (let count = 0; count < 20; count += 1) {
      await fetch(`${journey.bank.addresses.http}/sca/guess-${count}`);
    }
    await openPage(journey, "/sca/another", display, (psu) => psu.at(psu.words.tooMany));
  });
});
