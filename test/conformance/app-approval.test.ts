import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { authorisationResponse } from "@varde/protocol";
import { dataSet } from "@varde/sandbox";
import { run, sql } from "@varde/storage";
import { aBankDayAhead, onlyWorld, withBankOnBothEngines } from "@varde/testkit/bank";
import {
  aPayer,
  aPayment,
  baskets,
  bulkNdct,
  idOf,
  ndct,
  type Payer,
} from "@varde/testkit/payments";
import { henrik, kari, kariAtWork, ola, PageBrowser } from "@varde/testkit/psu";
import { expectBody } from "@varde/testkit/responses";

const { people, companies } = dataSet;
const inApp = { "TPP-Redirect-Preferred": "false" };
const toOla = {
  creditorName: people.ola.name,
  creditorAccount: { bban: people.ola.current.bban, currency: "NOK" },
};

/** Starts an approval in the app and returns the authorisation. */
const startInApp = async (
  payer: Payer,
  path: string,
  headers: Readonly<Record<string, string>> = {},
) => {
  const response = await payer.psu.send({
    method: "POST",
    path,
    headers: { ...inApp, ...headers },
  });
  return expectBody(response, 201, authorisationResponse);
};

const scaStatus = async (payer: Payer, { _links }: { _links: { scaStatus: { href: string } } }) => {
  const response = await payer.psu.tpp.send({ path: _links.scaStatus.href });
  assert.equal(response.status, 200, response.text);
  return response.json.scaStatus as string;
};

describe("approval in the bank's app", () => {
  withBankOnBothEngines((bank) => {
    // Only a few approvals may wait, and some tests leave one.
    beforeEach(() =>
      bank().bank.storage.write(() =>
        run(sql`update sca set status = 'failed' where channel = 'app' and status = 'received'
          and world_id in (select world_id from tpp)`),
      ),
    );

    /** Opens the sandbox's phone of a customer. */
    const openPhone = async ({ customerNumber }: { readonly customerNumber: string }) => {
      const phone = new PageBrowser(bank().addresses.http);
      await phone.open("/app?lang=en");
      await phone.submit({ customerNumber, decision: "continue" });
      return phone;
    };

    it("HDR-09: without a redirect the approval waits in the app and completes there", async () => {
      const payer = await aPayer(bank());
      const payment = await payer.create(ndct, aPayment(toOla));
      const started = await startInApp(payer, `${payment}/authorisations`);
      assert.deepEqual(Object.keys(started._links), ["scaStatus"]);
      assert.equal(await scaStatus(payer, started), "received");
      const phone = await openPhone(kari);
      assert.match(phone.page, /Test TPP/);
      assert.match(phone.page, /Ola Bråten/);
      await phone.submit({ decision: "approve" }, started.authorisationId);
      assert.match(phone.page, /Approved\./);
      assert.match(phone.page, /Nothing is waiting/);
      assert.equal(await payer.status(payment), "ACSC", "booked before the status is read");
      assert.equal(await scaStatus(payer, started), "finalised");
    });

    it("HDR-09: a consent waits in the app too, beside its link", async () => {
      const payer = await aPayer(bank(), { ...ola, accounts: [] });
      const asked = await payer.psu.get("/v1/accounts", inApp);
      assert.equal(asked.status, 401, asked.text);
      assert.ok(asked.json._links.scaRedirect.href);
      const phone = await openPhone(ola);
      assert.match(phone.page, /Access to your accounts/);
      const account = /name="account" value="([^"]+)"/.exec(phone.page)?.[1] ?? "";
      await phone.submit({ decision: "approve", account });
      assert.match(phone.page, /Approved\./);
      const listed = await payer.psu.get("/v1/accounts");
      assert.equal(listed.status, 200, listed.text);
      assert.equal(listed.json.accounts.length, 1);
    });

    it("SCA-37: lets the PSU choose whose accounts a consent is for", async () => {
      const payer = await aPayer(bank(), { ...kari, accounts: [] });
      const ask = () => payer.psu.get("/v1/accounts", inApp);
      assert.equal((await ask()).status, 401);
      const { customerNumber } = kari;
      const waiting = await bank().approvals.list(customerNumber);
      const ids = new Set(waiting.map(({ authorisationId }) => authorisationId));
      const agreements = new Set(waiting.map(({ agreement }) => agreement));
      assert.deepEqual([ids.size, agreements.size, waiting.length], [1, 2, 2]);
      const [authorisationId = ""] = ids;
      const undecided = await bank().approvals.approve(authorisationId, customerNumber);
      assert.equal(undecided, "choose-agreement");
      const elsewhere = await bank().approvals.approve(authorisationId, customerNumber, "unknown");
      assert.equal(elsewhere, "choose-agreement");
      const phone = await openPhone(kari);
      const [own = "", company = ""] = phone.page.split("<article").slice(1);
      assert.match(own, /On behalf of[\s\S]*Myself/);
      assert.doesNotMatch(company, /Myself/);
      const accounts = (card: string) =>
        [...card.matchAll(/name="account" value="([^"]+)"/g)].map(([, id = ""]) => id);
      assert.ok(accounts(own).length > 0 && accounts(company).length > 0);
      assert.ok(new Set(accounts(own)).isDisjointFrom(new Set(accounts(company))));
      const agreement = /name="agreement" value="([^"]+)"/.exec(own)?.[1] ?? "";
      await phone.submit({ decision: "approve", account: accounts(company), agreement }, agreement);
      assert.doesNotMatch(phone.page, /Approved\./, "the accounts are of the other agreement");
      assert.equal((await ask()).status, 401);
      const [again] = await bank().approvals.list(customerNumber);
      await bank().approvals.approve(again?.authorisationId ?? "", customerNumber, agreement);
      const listed = await payer.psu.get("/v1/accounts");
      const shown = listed.json.accounts.map(
        ({ resourceId }: { resourceId: string }) => resourceId,
      );
      assert.ok(shown.length > 0 && new Set(shown).isSubsetOf(new Set(accounts(own))));
    });

    it("HDR-09: lets a test decide in the app without opening the phone page", async () => {
      const payer = await aPayer(bank());
      const { customerNumber } = kari;
      const payment = await payer.create(ndct, aPayment(toOla));
      const started = await startInApp(payer, `${payment}/authorisations`);
      const control = async (path: string, body?: object) => {
        const response = await fetch(`${bank().addresses.http}/control/v1/app-approvals${path}`, {
          ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
          headers: { "content-type": "application/json" },
        });
        return JSON.parse(await response.text());
      };
      const { approvals } = await control(`?customerNumber=${customerNumber}`);
      assert.equal(approvals[0].authorisationId, started.authorisationId);
      assert.equal(approvals[0].tpp, "Test TPP");
      assert.equal(approvals[0].subject.kind, "payment");
      assert.match(approvals[0].subject.details.amount.amount, /^\d+\.\d\d$/);
      const choice = { customerNumber, decision: "approve" };
      const path = `/${started.authorisationId}`;
      assert.deepEqual(await control(path, choice), { outcome: "approved" });
      assert.deepEqual(await control(path, choice), { outcome: "no-longer-waiting" });
      assert.equal(await payer.status(payment), "ACSC");
      const another = await payer.create(ndct, aPayment(toOla));
      const { authorisationId } = await startInApp(payer, `${another}/authorisations`);
      assert.equal(await bank().approvals.refuse(authorisationId, customerNumber), "refused");
      assert.deepEqual(await bank().approvals.list(customerNumber), []);
      assert.match((await control("?customerNumber=1")).text, /has no customer with/);
      assert.match((await control("")).text, /customerNumber is missing/);
    });

    it("HDR-08: returns a link if the header is true or missing", async () => {
      const payer = await aPayer(bank());
      const payment = await payer.create(ndct, aPayment());
      for (const headers of [{}, { "TPP-Redirect-Preferred": "true" }]) {
        const path = `${payment}/authorisations`;
        const started = await payer.psu.send({ method: "POST", path, headers });
        assert.ok(started.json._links.scaRedirect.href);
        assert.equal(started.json.psuMessage, undefined);
      }
      const phone = await openPhone(kari);
      assert.match(phone.page, /Nothing is waiting/);
    });

    it("RSP-08: writes the message to the PSU in the PSU's language", async () => {
      const payer = await aPayer(bank());
      const path = `${await payer.create(ndct, aPayment())}/authorisations`;
      const norwegian = await startInApp(payer, path, { "PSU-Accept-Language": "nb-NO,en;q=0.5" });
      assert.match(norwegian.psuMessage, /^Åpne appen til Varde Bank og godkjenn der\./);
      const asTheTpp = await startInApp(payer, path, { "Accept-Language": "nb" });
      assert.equal(asTheTpp.psuMessage, norwegian.psuMessage);
      const english = await startInApp(payer, path, {
        "PSU-Accept-Language": "de",
        "Accept-Language": "nb",
      });
      assert.match(english.psuMessage, /^Open the Varde Bank app and approve there\./);
    });

    it("STA-15: keeps the payment RCVD and the session after a refusal in the app", async () => {
      const payer = await aPayer(bank());
      const payment = await payer.create(ndct, aPayment());
      const started = await startInApp(payer, `${payment}/authorisations`);
      const phone = await openPhone(kari);
      await phone.submit({ decision: "refuse" }, started.authorisationId);
      assert.match(phone.page, /Refused\./);
      assert.equal(await scaStatus(payer, started), "failed");
      assert.equal(await payer.status(payment), "RCVD");
      await payer.sign(payment);
      assert.equal(await payer.status(payment), "ACTC");
    });

    it("HDR-09: sends cancellations, bulks and baskets to the app too", async () => {
      const payer = await aPayer(bank());
      const phone = await openPhone(kari);
      const approve = async (path: string) => {
        const { authorisationId } = await startInApp(payer, path);
        await phone.open("/app?lang=en");
        await phone.submit({ decision: "approve" }, authorisationId);
        assert.match(phone.page, /Approved\./);
      };
      const { debtorAccount, ...item } = aPayment();
      const bulk = await payer.create(bulkNdct, {
        paymentInformationId: "wages",
        debtorAccount,
        requestedExecutionDate: aBankDayAhead(),
        payments: [item, { ...item, creditorName: "Another Hotel" }],
      });
      const single = await payer.pay(ndct, aPayment());
      const members = [await payer.create(ndct, aPayment()), await payer.create(ndct, aPayment())];
      const basket = await payer.post(baskets, { paymentIds: members.map(idOf) });
      assert.equal(basket.status, 201, basket.text);
      await approve(`${baskets}/${basket.json.basketId}/authorisations`);
      for (const member of members) assert.equal(await payer.status(member), "ACTC");
      await approve(`${bulk}/authorisations`);
      assert.equal(await payer.status(bulk), "ACTC");
      for (const path of [single, bulk]) {
        assert.equal((await payer.delete(path)).status, 202);
        await approve(`${path}/cancellation-authorisations`);
        assert.equal(await payer.status(path), "CANC");
      }
    });

    it("SCA-19: shows the corporation in the app and signs for it", async () => {
      const payer = await aPayer(bank(), kariAtWork);
      const bban = companies.vardeberg.accounts[0].bban;
      const debtorAccount = { bban, currency: "NOK" };
      const payment = await payer.create(ndct, aPayment({ ...toOla, debtorAccount }));
      const { authorisationId } = await startInApp(payer, `${payment}/authorisations`);
      const phone = await openPhone(kari);
      assert.match(phone.page, /On behalf of[\s\S]*Vardeberg Snekkerverksted AS/);
      await phone.submit({ decision: "approve" }, authorisationId);
      assert.equal(await payer.status(payment), "ACSC");
    });

    it("A08: hides a waiting approval from other PSUs and refuses their decisions", async () => {
      const payer = await aPayer(bank());
      const payment = await payer.create(ndct, aPayment(toOla));
      const { authorisationId } = await startInApp(payer, `${payment}/authorisations`);
      const other = await aPayer(bank(), ola);
      const debtorAccount = { bban: people.ola.current.bban, currency: "NOK" };
      const path = `${await other.create(ndct, aPayment({ debtorAccount }))}/authorisations`;
      const own = await startInApp(other, path);
      for (const decision of ["approve", "refuse"]) {
        const phone = await openPhone(ola);
        assert.doesNotMatch(phone.page, new RegExp(authorisationId));
        await phone.submit({ authorisationId, decision }, own.authorisationId);
        assert.match(phone.page, /no longer waiting/);
      }
      assert.equal(await payer.status(payment), "RCVD");
      await (await openPhone(kari)).submit({ decision: "refuse" }, authorisationId);
    });

    it("A12: refuses to approve a payment deleted while it waited in the app", async () => {
      const payer = await aPayer(bank());
      const payment = await payer.create(ndct, aPayment());
      const { authorisationId } = await startInApp(payer, `${payment}/authorisations`);
      const phone = await openPhone(kari);
      assert.equal((await payer.delete(payment)).status, 204);
      await phone.submit({ decision: "approve" }, authorisationId);
      assert.match(phone.page, /no longer waiting/);
      assert.equal(await payer.status(payment), "CANC");
    });

    it("SCA-28: accepts an approval once, and no form without its token", async () => {
      const payer = await aPayer(bank());
      const payment = await payer.create(ndct, aPayment());
      const { authorisationId } = await startInApp(payer, `${payment}/authorisations`);
      const phone = await openPhone(kari);
      const { page } = phone;
      await phone.submit({ decision: "approve", csrf: "guessed" }, authorisationId);
      assert.equal(phone.status, 410);
      assert.equal(await payer.status(payment), "RCVD");
      phone.page = page;
      await phone.submit({ decision: "approve" }, authorisationId);
      phone.page = page;
      await phone.submit({ decision: "refuse" }, authorisationId);
      assert.match(phone.page, /no longer waiting/);
      assert.equal(await payer.status(payment), "ACTC");
    });

    it("RED-12: shows on the phone that funds are missing when booking at once", async () => {
      const { jonas } = people;
      const choices = { customerNumber: jonas.customerNumber };
      const payer = await aPayer(bank(), choices);
      const payment = await payer.create(ndct, {
        ...aPayment(toOla),
        instructedAmount: { amount: "99999.00", currency: "NOK" },
        debtorAccount: { bban: jonas.current.bban, currency: "NOK" },
      });
      const { authorisationId } = await startInApp(payer, `${payment}/authorisations`);
      const phone = await openPhone(choices);
      await phone.submit({ decision: "approve" }, authorisationId);
      assert.match(phone.page, /not enough money/);
      assert.equal(await payer.status(payment), "ACCP");
    });

    it("SCA-27: ends an approval that nobody decides within half an hour", async () => {
      const payer = await aPayer(bank(), { ...henrik, agreement: companies.tindvik.name });
      const bban = companies.tindvik.accounts[0].bban;
      const body = aPayment({ debtorAccount: { bban, currency: "NOK" } });
      const payment = await payer.create(ndct, body);
      const started = await startInApp(payer, `${payment}/authorisations`);
      const worldId = await onlyWorld(bank());
      await bank().clock.advanceClock(worldId, 30 * 60_000 + 1_000);
      assert.equal(await scaStatus(payer, started), "failed");
      const phone = await openPhone(henrik);
      assert.match(phone.page, /Nothing is waiting/);
      await bank().clock.releaseClock(worldId);
    });
  });
});
