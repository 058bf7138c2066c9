import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { deletePersonData, listScas } from "@varde/bank";
import { dataSet, type TestBank } from "@varde/sandbox";
import { one, sql } from "@varde/storage";
import { aBank, aProductionBank, onlyWorld, type ProductionBank } from "@varde/testkit/bank";
import { ndct, payOla } from "@varde/testkit/payments";
import { PageBrowser, redirectUri } from "@varde/testkit/psu";
import { aTpp, type RawTpp } from "@varde/testkit/tpp";
import { readState, TestEid } from "./an-eid.ts";

const { kari, ola } = dataSet.people;

describe("A27: an eID outside the bank's pages", () => {
  let sandbox: TestBank;
  let bank: ProductionBank;
  let tpp: RawTpp;
  const eid = new TestEid();
  before(async () => {
    sandbox = await aBank();
    const configuration = { anchors: [sandbox.authority.certificate] };
    bank = await aProductionBank(sandbox, configuration, { scaMethod: eid });
    tpp = aTpp(bank, sandbox.tpp);
  });
  after(async () => {
    await bank.close();
    await sandbox.close();
  });
  beforeEach(() => {
    eid.kind = "redirect";
    eid.isUnavailable = false;
    eid.proves(kari.personId);
  });

  const openSca = async () => {
    const { paymentId, path } = await payOla(tpp);
    const browser = new PageBrowser(bank.addresses.http);
    await browser.open(`${path}?lang=en`);
    return { paymentId, path, browser };
  };
  const returnWith = (browser: PageBrowser, state: string) =>
    browser.open(`/sca-callback?state=${state}&code=1`);
  const readPaymentStatus = async (paymentId: string) =>
    (await tpp.send({ path: `${ndct}/${paymentId}/status` })).json.transactionStatus;
  const readEvidence = async (paymentId: string) => {
    const [sca] = await sandbox.storage.read(() => listScas("payment", paymentId));
    return sca?.evidence;
  };
  /** Asserts that the PSU goes back to the TPP with this code, and that the log has the reason. */
  const assertRefused = (browser: PageBrowser, code: string, reason: RegExp) => {
    assert.match(browser.page, new RegExp(`url=https://tpp.example/back[^"]*code=${code}`));
    assert.match(String(bank.log.all.findLast((line) => "reason" in line)?.reason), reason);
  };

  test("identifies by one redirect, and approves amount and payee by another", async () => {
    const { paymentId, browser } = await openSca();
    assert.deepEqual([eid.subject], [undefined]);
    await returnWith(browser, readState(browser.page));
    assert.match(browser.page, /Approve the payment/);
    await browser.submit({ decision: "approve" });
    assert.match(eid.subject?.text ?? "", /^Pay NOK .* to Ola Bråten, account 99901010117\. Ref/);
    assert.deepEqual(eid.subject?.payees, [{ name: ola.name, account: ola.current.bban }]);
    const state = readState(browser.page);
    await returnWith(browser, state);
    assert.match(browser.page, /psu-id=/);
    assert.equal(await readPaymentStatus(paymentId), "ACSC");
    const evidence = { method: "test-eid", level: "high", transactionId: "t-1", hash: "h", at: 5 };
    assert.deepEqual(await readEvidence(paymentId), { identify: evidence, approve: evidence });
    const kept = `begun for ${eid.subject?.hash}`;
    const parameters = `state=${state}&code=1`;
    assert.deepEqual(eid.callbacks.at(-1), { kind: "redirect", parameters, kept });
  });

  test("refuses a callback with a wrong state", async () => {
    const { paymentId, browser } = await openSca();
    await returnWith(browser, "wrong");
    assertRefused(browser, "PSU_CREDENTIALS_INVALID", /wrong state/);
    assert.equal(await readPaymentStatus(paymentId), "RCVD");
  });

  test("A34: an earlier redirect redeems nothing, and the PSU goes to the eID again", async () => {
    const { paymentId, path, browser } = await openSca();
    const earlier = readState(browser.page);
    await browser.open(path);
    const calls = eid.callbacks.length;
    await returnWith(browser, earlier);
    assert.equal(eid.callbacks.length, calls);
    await returnWith(browser, readState(browser.page));
    assert.match(browser.page, /Approve the payment/);
    assert.equal(await readPaymentStatus(paymentId), "RCVD");
  });

  test("refuses a callback in another browser, and ends the SCA", async () => {
    const { path, browser } = await openSca();
    const stranger = new PageBrowser(bank.addresses.http);
    await returnWith(stranger, readState(browser.page));
    assertRefused(stranger, "PSU_CREDENTIALS_INVALID", /another browser/);
    await browser.open(path);
    assert.equal(browser.status, 410);
  });

  test("uses a callback once", async () => {
    const { browser } = await openSca();
    const state = readState(browser.page);
    const calls = eid.callbacks.length;
    await returnWith(browser, state);
    await returnWith(browser, state);
    assert.equal(browser.status, 410);
    assert.equal(eid.callbacks.length, calls + 1);
  });

  test("refuses an approval by another person than the one who identified", async () => {
    const { paymentId, browser } = await openSca();
    await returnWith(browser, readState(browser.page));
    await browser.submit({ decision: "approve" });
    eid.proves(ola.personId);
    await returnWith(browser, readState(browser.page));
    assertRefused(browser, "PSU_CREDENTIALS_INVALID", /another person/);
    assert.equal(await readPaymentStatus(paymentId), "RCVD");
  });

  test("sends the PSU back to the TPP with what the eID reported", async () => {
    const outcomes = [
      ["refused", "SCA_INVALID"],
      ["invalid", "PSU_CREDENTIALS_INVALID"],
      ["unavailable", "SYSTEM_ERROR"],
    ] as const;
    for (const [because, code] of outcomes) {
      const { browser } = await openSca();
      eid.result = { kind: "failed", because, reason: `it was ${because}` };
      await returnWith(browser, readState(browser.page));
      assertRefused(browser, code, new RegExp(`it was ${because}`));
    }
  });

  test("sends the PSU back to the TPP if the eID cannot be reached", async () => {
    eid.isUnavailable = true;
    const { browser } = await openSca();
    assert.match(browser.page, /url=https:\/\/tpp\.example\/back[^"]*code=SYSTEM_ERROR/);
  });

  test("waits for another device, on the page that the PSU loads again", async () => {
    eid.kind = "wait";
    eid.result = { kind: "wait", kept: "" };
    const { paymentId, path, browser } = await openSca();
    assert.match(browser.page, /Confirm on your other device/);
    assert.equal(browser.headers.get("refresh"), `3; url=${path}?lang=en&poll=1`);
    await browser.open(`${path}?lang=nb`);
    assert.match(browser.page, /andre enheten/);
    eid.proves(kari.personId);
    await browser.open(`${path}?lang=en`);
    assert.match(browser.page, /Approve the payment/);
    eid.result = { kind: "wait", kept: "" };
    await browser.submit({ decision: "approve" });
    assert.match(browser.page, /Confirm on your other device/);
    assert.equal(await readPaymentStatus(paymentId), "RCVD");
    eid.proves(kari.personId);
    await browser.open(path);
    assert.equal(await readPaymentStatus(paymentId), "ACSC");
  });

  test("lets the PSU cancel while another device is waited for", async () => {
    eid.kind = "wait";
    eid.result = { kind: "wait", kept: "" };
    const { browser } = await openSca();
    await browser.submit({ decision: "refuse" });
    assert.match(browser.page, /url=https:\/\/tpp\.example\/back[^"]*code=SCA_INVALID/);
  });

  test("identifies visitors of the bank's own pages by a redirect, in their browser", async () => {
    const visitor = new PageBrowser(bank.addresses.http);
    await visitor.open("/consents?lang=en");
    const state = readState(visitor.page);
    const stranger = new PageBrowser(bank.addresses.http);
    await stranger.open(`/consents/callback?state=${state}&code=1`);
    assert.equal(stranger.status, 410);
    await visitor.open("/consents/callback?state=wrong&code=1");
    assert.equal(visitor.status, 410);
    await visitor.open(`/consents/callback?state=${state}&code=1`);
    assert.match(visitor.page, /Kari/);
    await visitor.open(`/consents/callback?state=${state}&code=1`);
    assert.equal(visitor.status, 410, "a callback counts once");
  });

  test("identifies visitors of the bank's own pages on another device", async () => {
    eid.kind = "wait";
    eid.result = { kind: "wait", kept: "" };
    const visitor = new PageBrowser(bank.addresses.http);
    for (let poll = 0; poll < 7; poll += 1) await visitor.open("/consents?lang=en");
    assert.match(visitor.page, /Confirm on your other device/);
    eid.proves(kari.personId);
    await visitor.open("/consents?lang=en");
    assert.match(visitor.page, /Kari/);
  });

  test("erases the evidence of consents with the person, and that of payments never", async () => {
    const { paymentId, browser } = await openSca();
    await returnWith(browser, readState(browser.page));
    const headers = { "TPP-Redirect-URI": redirectUri, "PSU-IP-Address": "192.0.2.1" };
    const asked = await tpp.send({ path: "/v1/accounts", headers });
    await browser.open(new URL(asked.json._links.scaRedirect.href).pathname);
    await returnWith(browser, readState(browser.page));
    const countConsentScas = () =>
      sandbox.storage.read(() =>
        one<{ found: bigint }>(
          sql`select count(*) as found from sca where subject_kind = 'consent'
            and person_id = ${kari.personId} and evidence is not null`,
        ),
      );
    assert.deepEqual(await countConsentScas(), { found: 1n });
    const worldId = await onlyWorld(sandbox);
    await sandbox.storage.write(() => deletePersonData(worldId, kari.personId));
    assert.deepEqual(await countConsentScas(), { found: 0n });
    assert.ok((await readEvidence(paymentId))?.identify);
  });
});
