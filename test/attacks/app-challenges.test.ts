import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, beforeEach, describe, test } from "node:test";
import {
  type AppChallenge,
  type AppNotification,
  AppScaMethod,
  deletePersonData,
  listScas,
} from "@varde/bank";
import { dataSet } from "@varde/sandbox";
import { aBank, aProductionBank, onlyWorld, type ProductionBank } from "@varde/testkit/bank";
import { ndct, payOla } from "@varde/testkit/payments";
import { PageBrowser, Phone } from "@varde/testkit/psu";
import { aTpp, type RawTpp } from "@varde/testkit/tpp";

const { kari, ola } = dataSet.people;

describe("A27: SCA in the bank's app, with two processes of the bank", () => {
  let sandbox: Awaited<ReturnType<typeof aBank>>;
  const banks: ProductionBank[] = [];
  /** The method of each process: the page is served by the first, the app calls the second. */
  const methods: AppScaMethod[] = [];
  const notified: AppNotification[] = [];
  const faults: Error[] = [];
  const phone = new Phone("karis-phone");
  let tpp: RawTpp;
  let worldId: string;
  let now = 0;
  let isNotifierAway = false;

  const startProcess = async () => {
    const method = new AppScaMethod({
      storage: sandbox.storage,
      clock: { machineNow: Date.now, now: () => now },
      psuDirectory: sandbox.bank.psuDirectory,
      findDevice: async ({ personId }, deviceId) =>
        personId === kari.personId && deviceId === phone.deviceId ? phone.device : undefined,
      appNotifier: {
        notify: async (waiting) => {
          if (isNotifierAway) throw new Error("ECONNREFUSED");
          notified.push(waiting);
        },
      },
      onFault: (error) => faults.push(error),
    });
    methods.push(method);
    const configuration = { anchors: [sandbox.authority.certificate] };
    banks.push(await aProductionBank(sandbox, configuration, { scaMethod: method }));
  };
  before(async () => {
    sandbox = await aBank();
    await startProcess();
    await startProcess();
    tpp = aTpp(page(), sandbox.tpp);
    await tpp.send({ path: "/v1/accounts" });
    worldId = await onlyWorld(sandbox);
  });
  after(async () => {
    for (const bank of banks) await bank.close();
    await sandbox.close();
  });
  beforeEach(async () => {
    now = Date.now();
    for (const { challengeId } of await app().listChallenges(user())) {
      await app().refuse(user(), challengeId);
    }
    isNotifierAway = false;
    notified.length = 0;
  });

  const page = () => banks[0] ?? assert.fail("not started");
  const app = () => methods[1] ?? assert.fail("not started");
  const user = () => ({ worldId, personId: kari.personId });
  /** Returns the challenge that the app shows last. */
  const shown = async (): Promise<AppChallenge> =>
    (await app().listChallenges(user())).at(-1) ?? assert.fail("nothing waits");

  const openSca = async () => {
    const { paymentId, path: pathname } = await payOla(tpp);
    const path = `${pathname}?lang=en`;
    const browser = new PageBrowser(page().addresses.http);
    await browser.open(path);
    return { paymentId, path, browser };
  };
  const typeNumber = (browser: PageBrowser, customerNumber: string = kari.customerNumber) =>
    browser.submit({ decision: "continue", customerNumber });
  const identify = async () => {
    const opened = await openSca();
    await typeNumber(opened.browser);
    assert.equal(await app().confirm(phone.confirm(await shown())), "confirmed");
    await opened.browser.open(opened.path);
    assert.match(opened.browser.page, /Approve the payment/);
    return opened;
  };
  const approve = async () => {
    const opened = await identify();
    await opened.browser.submit({ decision: "approve" });
    return opened;
  };
  const readStatus = async (paymentId: string) =>
    (await tpp.send({ path: `${ndct}/${paymentId}/status` })).json.transactionStatus;
  const assertLeft = ({ page: text }: PageBrowser, code: string) =>
    assert.match(text, new RegExp(`url=https://tpp.example/back[^"]*code=${code}`));

  test("identifies and approves on the phone, and stores the evidence", async () => {
    const { paymentId, path, browser } = await openSca();
    await typeNumber(browser);
    const refresh = browser.headers.get("refresh") ?? "";
    assert.match(refresh, /^3; url=\/sca\/[^?]+\?lang=en&poll=1$/, "the page needs no script");
    const identification = await shown();
    assert.match(browser.page, new RegExp(`<strong>${identification.code}</strong>`));
    assert.equal(notified[0]?.challengeId, identification.challengeId);
    await app().confirm(phone.confirm(identification));
    await browser.open(path);
    await browser.submit({ decision: "approve" });
    const approval = await shown();
    assert.match(approval.text, /^Pay NOK .* to Ola Bråten, account 99901010117\. Ref/);
    assert(approval.message.endsWith(`\n${approval.text}`));
    assert.deepEqual(
      notified.map(({ subject }) => subject),
      ["identification", "payment"],
    );
    await browser.open(path);
    assert.equal(await readStatus(paymentId), "RCVD");
    assert.equal(await app().confirm(phone.confirm(approval)), "confirmed");
    await browser.open(path);
    assert.match(browser.page, /psu-id=/);
    assert.equal(await readStatus(paymentId), "ACSC");
    const [sca] = await sandbox.storage.read(() => listScas("payment", paymentId));
    assert.deepEqual(sca?.evidence?.approve, {
      method: "app",
      level: "high",
      transactionId: approval.challengeId,
      hash: createHash("sha256").update(approval.message).digest("base64url"),
      at: now,
    });
  });

  test("HDR-37: pushes nothing to whom a number names, and shows each the same", async () => {
    const pages = new Set<string>();
    for (const number of [kari.customerNumber, "10915596784"]) {
      const named = { "X-PSU-IDENTITY": number, "TPP-Redirect-Preferred": "false" };
      for (let start = 1; start <= 30; start += 1) {
        const { path } = await payOla(tpp, named);
        const browser = new PageBrowser(page().addresses.http);
        await browser.open(`${path}?lang=en`);
        const text = browser.page.replaceAll(/value="[^"]*"|[0-9]+\.[0-9]{2}|\/sca\/[\w-]+/g, "");
        pages.add(`${browser.status} ${text}`);
      }
    }
    assert.equal(pages.size, 1);
    assert.deepEqual([notified, await app().listChallenges(user())], [[], []]);
  });

  test("refuses a signature of another text, another device and another person", async () => {
    const { paymentId, path, browser } = await approve();
    const challenge = await shown();
    const stranger = new Phone(phone.deviceId);
    const unknown = new Phone("unknown-phone");
    for (const forged of [
      phone.confirm(challenge, challenge.message.replace("Pay", "pay")),
      phone.confirm(challenge, ""),
      stranger.confirm(challenge),
      unknown.confirm(challenge),
    ]) {
      assert.equal(await app().confirm(forged), "invalid");
    }
    await browser.open(path);
    assert.match(browser.page, /Confirm on your other device/);
    assert.equal(await readStatus(paymentId), "RCVD");
  });

  test("does not accept the signature of one approval for another", async () => {
    await approve();
    const first = await shown();
    const second = await approve();
    const challenge = await shown();
    assert.notEqual(first.challengeId, challenge.challengeId);
    const replayed = { ...phone.confirm(first), challengeId: challenge.challengeId };
    assert.equal(await app().confirm(replayed), "invalid");
    assert.equal(await readStatus(second.paymentId), "RCVD");
  });

  test("sends the PSU back to the TPP who refuses on the phone", async () => {
    const { paymentId, path, browser } = await approve();
    const { challengeId } = await shown();
    const other = { worldId, personId: ola.personId };
    assert.equal(await app().refuse(other, challengeId), "no-longer-waiting");
    assert.equal(await app().refuse(user(), challengeId), "refused");
    await browser.open(path);
    assertLeft(browser, "SCA_INVALID");
    assert.equal(await readStatus(paymentId), "RCVD");
  });

  test("counts a confirmation once, and none that comes too late", async () => {
    const { path, browser } = await approve();
    const challenge = await shown();
    now = challenge.expiresAt;
    assert.equal(await app().confirm(phone.confirm(challenge)), "no-longer-waiting");
    assert.deepEqual(await app().listChallenges(user()), []);
    await browser.open(path);
    assertLeft(browser, "SCA_INVALID");
    now = Date.now();
    await approve();
    const confirmation = phone.confirm(await shown());
    assert.equal(await app().confirm(confirmation), "confirmed");
    assert.equal(await app().confirm(confirmation), "no-longer-waiting");
  });

  test("shows the same page for a number that is not a customer's", async () => {
    const { browser } = await openSca();
    await typeNumber(browser, "01010100000");
    assert.match(browser.page, /Confirm on your other device/);
    assert.match(browser.page, /<strong>\d{4}<\/strong>/);
    assert.deepEqual(notified, []);
  });

  test("does not flood a person with challenges", async () => {
    for (const _ of [1, 2, 3, 4]) await typeNumber((await openSca()).browser);
    assert.equal((await app().listChallenges(user())).length, 3);
    assert.equal(notified.length, 3);
  });

  test("waits although the app could not be notified, and reports it", async () => {
    isNotifierAway = true;
    const { browser } = await openSca();
    await typeNumber(browser);
    assert.match(browser.page, /Confirm on your other device/);
    assert.match(String(faults.at(-1)?.message), /app not notified/);
  });

  test("identifies visitors of the bank's own pages", async () => {
    const visitor = new PageBrowser(page().addresses.http);
    await visitor.open("/consents?lang=en");
    await typeNumber(visitor);
    const challenge = await shown();
    assert.match(visitor.page, new RegExp(`<strong>${challenge.code}</strong>`));
    await app().confirm(phone.confirm(challenge));
    await visitor.open("/consents?lang=en");
    assert.match(visitor.page, /Kari/);
  });

  test("deletes the challenges with the person's data", async () => {
    await typeNumber((await openSca()).browser);
    await shown();
    await sandbox.storage.write(() => deletePersonData(worldId, kari.personId));
    assert.deepEqual(await app().listChallenges(user()), []);
  });
});
