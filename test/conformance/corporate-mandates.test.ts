import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { dataSet } from "@varde/sandbox";
import { all, run, sql } from "@varde/storage";
import { onlyWorld, withBankOnBothEngines } from "@varde/testkit/bank";
import { aPayer, idOf, indcts, ndct, Payer } from "@varde/testkit/payments";
import {
  bjarte,
  callHeaders,
  eline,
  finishSca,
  henrik,
  type PsuChoices,
  sunniva,
  TestPsu,
  trym,
} from "@varde/testkit/psu";
import { expectRefusal } from "@varde/testkit/responses";
import { aTpp } from "@varde/testkit/tpp";
import { daily, from, project } from "./company-payments.ts";

const { lyngrabben, tindvik } = dataSet.companies;
const { people } = dataSet;

describe("companies that sign together", () => {
  withBankOnBothEngines((bank) => {
    const known = new Map<PsuChoices, Promise<Payer>>();
    /** A person whose session lasts for all tests, unless a single SCA opens another. */
    const payer = (choices: PsuChoices) => {
      const found = known.get(choices) ?? aPayer(bank(), choices);
      known.set(choices, found);
      return found;
    };
    /** People at one TPP, in turn. */
    const both = async () => [await payer(sunniva), await payer(trym)] as const;
    const rows = (statement: ReturnType<typeof sql>) =>
      bank().storage.read(() => all<Record<string, unknown>>(statement));
    const signatures = (path: string) =>
      rows(sql`select person_id, counts from payment_signature
        where payment_id = ${idOf(path)} order by signed_at, sca_id`);

    it("MAN-02, MAN-03: two people approve, in either order, and RCVD ends then", async () => {
      const [one, other] = await both();
      for (const [first, second] of [
        [one, other],
        [other, one],
      ] as const) {
        const payment = await first.create(ndct, from(daily, 40_000));
        const redirect = await first.sign(payment);
        assert.equal(redirect.get("psu-id"), first.psu.psuId, "the SCA has succeeded");
        const waiting = await first.statusBody(payment);
        assert.equal(waiting.transactionStatus, "RCVD");
        assert.equal(waiting.psuMessage, "One more person must approve this payment.");
        assert.ok(waiting._links.startAuthorisation.href);
        await second.sign(payment);
        const done = await second.statusBody(payment);
        assert.equal(done.transactionStatus, "ACTC");
        assert.equal(done.psuMessage, undefined);
        const { authorisationIds } = (await first.get(`${payment}/authorisations`)).json;
        assert.equal(authorisationIds.length, 2);
        for (const id of authorisationIds) {
          const { json } = await first.get(`${payment}/authorisations/${id}`);
          assert.equal(json.scaStatus, "finalised");
        }
        assert.deepEqual(await first.events(payment), ["created", "signedPartly", "signed"]);
      }
    });

    it("MAN-03: says in the PSU's language how many must approve, without names", async () => {
      const [first] = await both();
      const payment = await first.create(ndct, from(daily, 40_000));
      await first.sign(payment);
      const { json, text } = await first.psu.get(`${payment}/status`, {
        "PSU-Accept-Language": "nb",
      });
      assert.equal(json.psuMessage, "Én person til må godkjenne denne betalingen.");
      assert.doesNotMatch(text, /Sunniva|Trym|alone|two/);
    });

    it("MAN-01: the creator still reads the payment after the last signature", async () => {
      const [first, second] = await both();
      const preparer = await payer(eline);
      const payment = await preparer.create(ndct, from(daily, 40_000));
      await first.sign(payment);
      await second.sign(payment);
      assert.equal(await preparer.status(payment), "ACTC");
      const [row] = await rows(
        sql`select person_id, agreement_id from payment where payment_id = ${idOf(payment)}`,
      );
      assert.equal(row?.person_id, "person-eline");
      assert.equal(row?.agreement_id, lyngrabben.agreementId);
    });

    it("MAN-04: refuses a second approval by the same person with 409", async () => {
      const [first] = await both();
      const payment = await first.create(ndct, from(daily, 40_000));
      const started = await first.post(`${payment}/authorisations`);
      await first.sign(payment);
      const refused = expectRefusal(await first.post(`${payment}/authorisations`), 409, "CONFLICT");
      assert.equal(refused.text, "This person has approved the payment already.");
      // A link from before the signature, and the app, give no second signature either.
      const { href } = started.json._links.scaRedirect;
      const { searchParams } = await finishSca(bank(), href, sunniva);
      assert.equal(searchParams.get("code"), "PSU_CREDENTIALS_INVALID");
      assert.equal(await first.status(payment), "RCVD");
      assert.equal((await signatures(payment)).length, 1);
    });

    it("MAN-04: refuses a second approval by the same person in the app", async () => {
      const [first] = await both();
      const payment = await first.create(ndct, from(daily, 40_000));
      const inApp = { "TPP-Redirect-Preferred": "false" };
      const started = await first.psu.send({
        method: "POST",
        path: `${payment}/authorisations`,
        headers: inApp,
      });
      await first.sign(payment);
      const { authorisationId } = started.json;
      const user = { worldId: await onlyWorld(bank()), personId: "person-sunniva" };
      const notice = await bank().appApprovals.decide(user, authorisationId, "approve");
      assert.equal(notice, "no-longer-waiting");
      assert.equal((await signatures(payment)).length, 1);
    });

    it("MAN-05: a person who only prepares gets 403, and an SCA without it fails", async () => {
      const preparer = await payer(eline);
      const payment = await preparer.create(ndct, from(daily, 100));
      const started = await preparer.post(`${payment}/authorisations`);
      const refused = expectRefusal(started, 403, "PRODUCT_INVALID");
      assert.match(refused.text, /may prepare payments from this account, not approve them/);
      const tpp = aTpp(bank());
      const single = await tpp.send({
        path: ndct,
        body: from(daily, 100),
        headers: { ...callHeaders(), "PSU-Context": "CORPORATE" },
      });
      const { href } = single.json._links.scaRedirect;
      const { searchParams } = await finishSca(bank(), href, eline);
      known.delete(eline);
      assert.equal(searchParams.get("system"), "sca");
      assert.equal(searchParams.get("status"), "401");
      assert.equal(searchParams.get("code"), "PSU_CREDENTIALS_INVALID");
      assert.deepEqual(await signatures(`${ndct}/${single.json.paymentId}`), []);
    });

    it("MAN-05: knows no account of a person who only sees it", async () => {
      const single = await aTpp(bank()).send({
        path: ndct,
        body: from(daily, 100),
        headers: {
          ...callHeaders(),
          "X-PSU-IDENTITY": bjarte.customerNumber,
          "PSU-Context": "CORPORATE",
        },
      });
      const { href } = single.json._links.scaRedirect;
      const { searchParams } = await finishSca(bank(), href, bjarte);
      assert.equal(searchParams.get("code"), "PSU_CREDENTIALS_INVALID");
      assert.deepEqual(await signatures(`${ndct}/${single.json.paymentId}`), []);
    });

    it("MAN-06: belongs to all who may use the account, under its agreement", async () => {
      const [first, second] = await both();
      const payment = await first.create(ndct, from(daily, 40_000));
      assert.equal((await second.get(payment)).status, 200);
      const unnamed = await second.psu.tpp.send({
        path: payment,
        headers: { "PSU-ID": second.psu.psuId },
      });
      const refused = expectRefusal(unnamed, 400, "HTTP_HEADER_REQUIRED");
      assert.equal(refused.path, "PSU-Corporate-ID");
      const stranger = await payer({ ...henrik, agreement: tindvik.name });
      expectRefusal(await stranger.get(payment), 404, "RESOURCE_UNKNOWN");
      expectRefusal(await stranger.post(`${payment}/authorisations`), 404, "RESOURCE_UNKNOWN");
      // Somebody who acts for both companies, under the agreement of the other one.
      const worldId = await onlyWorld(bank());
      await bank().storage.write(() =>
        run(sql`insert into sandbox_engagement (world_id, engagement_id, agreement_id, person_id,
            account_id, may_view, may_register)
          values (${worldId}, 'henrik-too', ${lyngrabben.agreementId}, 'person-henrik',
            ${daily.accountId}, 1, 1)`),
      );
      expectRefusal(await stranger.get(payment), 404, "RESOURCE_UNKNOWN");
    });

    it("MAN-07: a changed payment voids the signatures it had", async () => {
      const [first, second] = await both();
      const payment = await first.create(ndct, from(daily, 40_000));
      await first.sign(payment);
      // No channel changes a payment that waits, so this is done in the database.
      await bank().storage.write(() =>
        run(sql`update payment set fee_minor = 100 where payment_id = ${idOf(payment)}`),
      );
      await second.sign(payment);
      assert.equal(await second.status(payment), "RCVD");
      assert.deepEqual(
        (await signatures(payment)).map(({ person_id, counts }) => [person_id, counts]),
        [
          ["person-sunniva", 0n],
          ["person-trym", 1n],
        ],
      );
      await first.sign(payment);
      assert.equal(await second.status(payment), "ACTC");
    });

    it("MAN-08: does not count a person who has lost the mandate in between", async () => {
      const [first, second] = await both();
      const payment = await first.create(ndct, from(daily, 40_000));
      await first.sign(payment);
      const worldId = await onlyWorld(bank());
      const setApproves = (value: number) =>
        bank().storage.write(() =>
          run(sql`update sandbox_engagement set may_approve = ${value}
            where world_id = ${worldId} and person_id = 'person-sunniva'`),
        );
      await setApproves(0);
      await second.sign(payment);
      assert.equal(await second.status(payment), "RCVD");
      await setApproves(1);
      expectRefusal(await first.post(`${payment}/authorisations`), 409, "CONFLICT");
    });

    it("MAN-20: a payment within the bank is booked at the last signature", async () => {
      const [first, second] = await both();
      const payment = await first.create(
        ndct,
        from(daily, 40_000, {
          creditorAccount: { bban: people.ola.current.bban, currency: "NOK" },
        }),
      );
      await first.sign(payment);
      assert.equal(await first.status(payment), "RCVD", "nothing is booked yet");
      await second.sign(payment);
      assert.equal(await second.status(payment), "ACSC");
    });

    it("MAN-20: an instant payment is booked only at the last signature", async () => {
      const [first, second] = await both();
      const payment = await first.create(indcts, from(daily, 40_000));
      await first.sign(payment);
      assert.deepEqual(await first.events(payment), ["created", "signedPartly"]);
      await second.sign(payment);
      assert.equal(await second.status(payment), "ACSC");
    });

    it("MAN-12: DELETE of a half-signed payment returns 204, for any person of it", async () => {
      const [first, second] = await both();
      const payment = await first.create(ndct, from(daily, 40_000));
      await first.sign(payment);
      assert.equal((await second.delete(payment)).status, 204);
      assert.equal(await first.status(payment), "CANC");
    });

    it("MAN-12: one person cancels a complete payment, but not one who only prepares", async () => {
      const [first, second] = await both();
      const preparer = await payer(eline);
      const payment = await first.create(ndct, from(daily, 40_000));
      await first.sign(payment);
      await second.sign(payment);
      assert.equal((await preparer.delete(payment)).status, 202);
      const path = `${payment}/cancellation-authorisations`;
      expectRefusal(await preparer.post(path), 403, "PRODUCT_INVALID");
      await first.sign(payment, "cancellation-authorisations");
      assert.equal(await first.status(payment), "CANC");
    });

    it("MAN-21: the first signer may approve in one SCA, and others sign after", async () => {
      const tpp = aTpp(bank());
      const single = await tpp.send({
        path: ndct,
        body: from(project, 100),
        headers: { ...callHeaders(), "PSU-Context": "CORPORATE" },
      });
      const { href } = single.json._links.scaRedirect;
      const { searchParams } = await finishSca(bank(), href, trym);
      known.delete(trym);
      const second = new Payer(new TestPsu(bank(), tpp, { searchParams }), trym);
      const payment = `${ndct}/${single.json.paymentId}`;
      assert.equal(await second.status(payment), "RCVD");
      const first = await payer(sunniva);
      await first.sign(payment);
      assert.equal(await second.status(payment), "ACTC");
    });
  });
});
