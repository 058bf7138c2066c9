import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { dataSet, type TestBank } from "@varde/sandbox";
import { run, sql } from "@varde/storage";
import { aBank, stopClock } from "@varde/testkit/bank";
import { aPayment, ndct } from "@varde/testkit/payments";
import { callHeaders, henrik, kari, PageBrowser } from "@varde/testkit/psu";
import { aTpp, type RawTpp } from "@varde/testkit/tpp";

const { people, companies } = dataSet;
const redirectUri = "https://tpp.example/back?state=7&x=%2f";
const toOla = {
  creditorName: people.ola.name,
  creditorAccount: { bban: people.ola.current.bban, currency: "NOK" },
};

describe("every outcome of an SCA", () => {
  let bank: TestBank;
  let tpp: RawTpp;
  before(async () => {
    bank = await aBank({ expectsErrors: true });
    tpp = aTpp(bank);
  });
  after(() => bank.close());

  /** Creates a payment and opens its single SCA in a browser. */
  const openSca = async (
    changes: Readonly<Record<string, unknown>> = toOla,
    headers: Readonly<Record<string, string>> = { "PSU-Context": "PRIVATE" },
  ) => {
    const created = await tpp.send({
      path: ndct,
      body: aPayment(changes),
      headers: {
        ...callHeaders(),
        "TPP-Redirect-URI": redirectUri,
        ...headers,
      },
    });
    assert.equal(created.status, 201, created.text);
    const browser = new PageBrowser(bank.addresses.http);
    const link: string = created.json._links.scaRedirect.href;
    await browser.open(`${link}?lang=en`);
    return { browser, link, paymentId: created.json.paymentId as string };
  };
  const identify = (browser: PageBrowser, customerNumber = kari.customerNumber) =>
    browser.submit({ customerNumber, decision: "continue" });
  const readStatus = async (paymentId: string) =>
    (await tpp.send({ path: `${ndct}/${paymentId}/status` })).json.transactionStatus;

  /** Returns the address that the page redirects to, which it also shows as a link. */
  const redirectAddress = (browser: PageBrowser): string => {
    const href = /<meta http-equiv="refresh" content="[^"]*url=([^"]+)"/i.exec(browser.page)?.[1];
    assert(href !== undefined, browser.page);
    assert.ok(browser.page.includes(`href="${href}"`));
    return href.replaceAll("&amp;", "&");
  };
  const failure = (system: string, status: number, code: string, message: string) =>
    `${redirectUri}&system=${system}&status=${status}&code=${code}&message=${encodeURIComponent(message)}`;

  test("RED-10: adds the result to the TPP's own address after an approval", async () => {
    const { browser, paymentId } = await openSca();
    await identify(browser);
    await browser.submit({ decision: "approve" });
    assert.match(
      redirectAddress(browser),
      /^https:\/\/tpp\.example\/back\?state=7&x=%2f&psu-id=[0-9a-f-]{36}&tpp-session-id=[0-9a-f-]{36}&context=PRIVATE$/,
    );
    assert.equal(await readStatus(paymentId), "ACSC");
  });

  for (const [place, steps] of [
    ["before", 0],
    ["after", 1],
  ] as const) {
    test(`RED-12: returns 401 SCA_INVALID after a refusal ${place} identification`, async () => {
      const { browser, paymentId } = await openSca();
      if (steps > 0) await identify(browser);
      await browser.submit({ decision: "refuse" });
      const expected = failure("sca", 401, "SCA_INVALID", "The PSU did not approve.");
      assert.equal(redirectAddress(browser), expected);
      assert.equal(await readStatus(paymentId), "RCVD");
    });
  }

  test("A11: blocks after five wrong identifications, also for the correct one", async () => {
    const { browser, paymentId } = await openSca();
    const form = browser.page;
    for (let attempt = 1; attempt <= 5; attempt += 1) await identify(browser, "10915596784");
    const message = "The PSU could not be identified.";
    assert.equal(redirectAddress(browser), failure("sca", 401, "PSU_CREDENTIALS_INVALID", message));
    browser.page = form;
    await identify(browser);
    assert.equal(redirectAddress(browser), failure("sca", 401, "PSU_CREDENTIALS_INVALID", message));
    assert.equal(await readStatus(paymentId), "RCVD");
  });

  test("RED-12: treats the wrong person as a wrong identification, without saying so", async () => {
    const known = { "PSU-Context": "PRIVATE", "X-PSU-IDENTITY": kari.customerNumber };
    const pages: string[] = [];
    for (const number of [people.ola.customerNumber, "10915596784"]) {
      const { browser } = await openSca(toOla, known);
      await identify(browser, number);
      pages.push(/<div class="alert"[\s\S]*?<\/div>/.exec(browser.page)?.[0] ?? "no alert");
    }
    assert.match(pages[0] ?? "", /4 attempts left/);
    assert.equal(pages[0], pages[1]);
  });

  test("RED-12: returns PSU_CREDENTIALS_INVALID if the PSU may not use the account", async () => {
    const { browser, paymentId } = await openSca();
    await identify(browser, people.ola.customerNumber);
    await browser.submit({ decision: "approve" });
    const message = "The PSU may not use the debtor account.";
    assert.equal(redirectAddress(browser), failure("sca", 401, "PSU_CREDENTIALS_INVALID", message));
    assert.equal(await readStatus(paymentId), "RCVD");
  });

  test("SCA-18: refuses a company's account under the wrong agreement", async () => {
    const bban = companies.tindvik.accounts[0].bban;
    const body = { ...toOla, debtorAccount: { bban, currency: "NOK" } };
    const { browser, paymentId } = await openSca(body, { "PSU-Context": "CORPORATE" });
    await identify(browser, henrik.customerNumber);
    const wrong = `CORPORATE:${companies.skarvoy.agreementId}`;
    const choice = browser.page.includes(`value="${wrong}"`)
      ? wrong
      : (/name="context" value="([^"]*skarvoy[^"]*)"/.exec(browser.page)?.[1] ?? "");
    await browser.submit({ context: choice, decision: "continue" });
    await browser.submit({ decision: "approve" });
    const message = "The PSU may not use the debtor account.";
    assert.equal(redirectAddress(browser), failure("sca", 401, "PSU_CREDENTIALS_INVALID", message));
    assert.equal(await readStatus(paymentId), "RCVD");
  });

  test("RED-12: a PSU without an agreement of the requested kind fails the SCA", async () => {
    const { browser } = await openSca(toOla, { "PSU-Context": "CORPORATE" });
    await identify(browser, people.ola.customerNumber);
    const message = "The PSU has no agreement of the requested kind.";
    assert.equal(redirectAddress(browser), failure("sca", 401, "PSU_CREDENTIALS_INVALID", message));
  });

  for (const [what, idleMs, isIdentified] of [
    ["five idle minutes and a second", 301_000, true],
    ["half an hour and a second without a form", 1_801_000, false],
  ] as const) {
    test(`SCA-27: ${what} end the SCA, also when the PSU returns late`, async () => {
      const advance = await stopClock(bank);
      const { browser, link, paymentId } = await openSca();
      if (isIdentified) await identify(browser);
      await advance(idleMs - 2_000);
      await browser.open(`${link}?lang=en`);
      assert.equal(browser.status, 200);
      await advance(2_000);
      await browser.open(link);
      const expected = failure("sca", 401, "SCA_EXPIRED", "The PSU did not finish in time.");
      assert.equal(redirectAddress(browser), expected);
      await browser.post(link, { decision: "refuse", step: "identify" });
      if (isIdentified) assert.equal(browser.status, 410, "the link has been used");
      else assert.equal(redirectAddress(browser), expected);
      assert.equal(await readStatus(paymentId), "RCVD");
      await bank.clock.release();
    });
  }

  test("SCA-27: four minutes and 59 seconds do not", async () => {
    const advance = await stopClock(bank);
    const { browser, paymentId } = await openSca();
    await advance(299_000);
    await identify(browser);
    await advance(299_000);
    await browser.submit({ decision: "approve" });
    assert.equal(await readStatus(paymentId), "ACSC");
    await bank.clock.release();
  });

  test("RED-12: returns the core bank's 400 if funds are missing at booking", async () => {
    const { jonas } = people;
    const { browser, paymentId } = await openSca({
      ...toOla,
      instructedAmount: { amount: "99999.00", currency: "NOK" },
      debtorAccount: { bban: jonas.current.bban, currency: "NOK" },
    });
    await identify(browser, jonas.customerNumber);
    await browser.submit({ decision: "approve" });
    const message = "There are not enough funds on the account.";
    assert.equal(redirectAddress(browser), failure("core-bank", 400, "PAYMENT_FAILED", message));
    assert.equal(await readStatus(paymentId), "ACCP");
  });

  test("RED-12: returns SYSTEM_ERROR after an internal error, nothing approved", async () => {
    const { browser, paymentId, link } = await openSca();
    await withBroken("findAccount", async () => {
      await identify(browser);
    });
    const message = "The bank had an internal error. Nothing was approved.";
    assert.equal(redirectAddress(browser), failure("sca", 500, "SYSTEM_ERROR", message));
    assert.equal(await readStatus(paymentId), "RCVD");
    await browser.open(link);
    assert.equal(browser.status, 410);
  });

  test("RED-06: reports an error of the core bank after the approval as its own", async () => {
    const { browser, paymentId } = await openSca();
    await identify(browser);
    await withBroken("submitAll", () => browser.submit({ decision: "approve" }));
    const message =
      "The PSU has approved, but the bank does not know the outcome yet. Read the status.";
    assert.equal(redirectAddress(browser), failure("core-bank", 500, "SYSTEM_ERROR", message));
    // The approval is stored, and executed as soon as the core bank is back.
    assert.equal(await readStatus(paymentId), "PDNG");
  });

  test("RED-11: shows a page, nothing approved, if the address lost its trust", async () => {
    const { browser, paymentId, link } = await openSca();
    await identify(browser);
    await bank.storage.write(() =>
      run(sql`update sca set redirect_uri = ${"http://evil.example/back"}
        where subject_id = ${paymentId}`),
    );
    for (const decision of ["approve", "refuse"]) {
      await browser.open(`${link}?lang=en`);
      assert.equal(browser.status, 410);
      assert.match(browser.page, /We cannot send you back/);
      assert.doesNotMatch(browser.page, /evil\.example/);
      await browser.post(link, { decision, step: "approve" });
      assert.equal(browser.status, 410);
    }
    assert.equal(await readStatus(paymentId), "RCVD");
  });

  /** Makes one method of the core bank fail, as if the system were down. */
  const withBroken = async (
    name: "findAccount" | "submitAll",
    act: () => Promise<void>,
  ): Promise<void> => {
    const coreBank = bank.bank.coreBank as unknown as Record<string, unknown>;
    const whole = coreBank[name];
    coreBank[name] = () => Promise.reject(new Error("the core bank is down"));
    try {
      await act();
    } finally {
      coreBank[name] = whole;
    }
  };
});
