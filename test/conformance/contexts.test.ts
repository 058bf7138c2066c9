import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { agreementsResponse, operationList } from "@varde/protocol";
import { dataSet } from "@varde/sandbox";
import { withBankOnBothEngines } from "@varde/testkit/bank";
import { aPayer, aPayment, baskets, idOf, ndct, Payer } from "@varde/testkit/payments";
import {
  aPsu,
  callHeaders,
  finishSca,
  henrik,
  kari,
  kariAtWork,
  ola,
  TestPsu,
} from "@varde/testkit/psu";
import { expectBody, expectRefusal } from "@varde/testkit/responses";
import { aTpp } from "@varde/testkit/tpp";

const { people, companies } = dataSet;
const { vardeberg, tindvik, skarvoy } = companies;
const from = ({ bban }: { readonly bban: string }) => ({
  debtorAccount: { bban, currency: "NOK" },
});
const withoutCorporateId = { "PSU-Corporate-ID": undefined };

describe("contexts", () => {
  withBankOnBothEngines((bank) => {
    const single = async (body: unknown, headers: Readonly<Record<string, string>>) => {
      const tpp = aTpp(bank());
      const created = await tpp.send({
        path: ndct,
        body,
        headers: {
          ...callHeaders(),
          ...headers,
        },
      });
      assert.equal(created.status, 201, created.text);
      return { tpp, ...created.json };
    };

    it("SCA-30: returns the PSU-Corporate-ID after a company's first payment", async () => {
      const body = aPayment(from(tindvik.accounts[0]));
      const { tpp, paymentId, _links } = await single(body, { "PSU-Context": "CORPORATE" });
      const choices = { ...henrik, agreement: tindvik.name };
      const { searchParams: parameters } = await finishSca(
        bank(),
        _links.scaRedirect.href,
        choices,
      );
      assert.equal(parameters.get("context"), "CORPORATE");
      const payer = new Payer(new TestPsu(bank(), tpp, { searchParams: parameters }), choices);
      assert.equal(await payer.status(`${ndct}/${paymentId}`), "ACTC");
      const { agreements } = expectBody(
        await payer.psu.get("/v1/agreements", withoutCorporateId),
        200,
        agreementsResponse,
      );
      const listed = agreements.find((one: { name: string }) => one.name === tindvik.name);
      assert.equal(listed.psuCorporateId, parameters.get("psu-corporate-id"));
      await payer.pay(ndct, aPayment(from(tindvik.accounts[0])));
    });

    it("STA-15: allows another SCA for a refused first payment once the PSU is known", async () => {
      const body = aPayment(from(tindvik.accounts[0]));
      const { paymentId, _links } = await single(body, { "PSU-Context": "CORPORATE" });
      const choices = { ...henrik, agreement: tindvik.name };
      await finishSca(bank(), _links.scaRedirect.href, { ...choices, decision: "refuse" });
      const path = `${ndct}/${paymentId}`;
      for (const stranger of [ola, { ...henrik, agreement: skarvoy.name }]) {
        const other = await aPayer(bank(), stranger);
        expectRefusal(await other.post(`${path}/authorisations`), 404, "RESOURCE_UNKNOWN");
      }
      const payer = await aPayer(bank(), choices);
      await payer.sign(path);
      assert.equal(await payer.status(path), "ACTC");
    });

    it("SCA-22: requires PSU-Corporate-ID for every operation in corporate context", async () => {
      const payer = await aPayer(bank(), { ...henrik, agreement: tindvik.name });
      const payment = await payer.create(ndct, aPayment(from(tindvik.accounts[0])));
      const basket = await payer.post(baskets, { paymentIds: [idOf(payment)] });
      const places: Readonly<Record<string, string>> = {
        service: "payments",
        product: "norwegian-domestic-credit-transfers",
        paymentId: idOf(payment),
        basketId: basket.json.basketId,
        accountId: tindvik.accounts[0].accountId,
        transactionId: "any",
      };
      const bodies: Readonly<Record<string, unknown>> = {
        createPayment: aPayment(from(tindvik.accounts[0])),
        createBasket: { paymentIds: [idOf(payment)] },
      };
      const kinds = ["createPayment", "createBasket", "changePayment", "readAccount", "readUser"];
      for (const { id, kind, method, path } of operationList) {
        if (!kinds.includes(kind) || id === "listAgreements") continue;
        const response = await payer.psu.send({
          method,
          path: path.replace(/\{(\w+)\}/g, (_, name: string) => places[name] ?? name),
          headers: { "x-accept-fix": "amount-as-string", ...withoutCorporateId },
          ...(id in bodies ? { body: bodies[id] } : {}),
        });
        const refused = expectRefusal(response, 400, "HTTP_HEADER_REQUIRED");
        assert.equal(refused.path, "PSU-Corporate-ID", id);
      }
    });

    it("SCA-22: reads a company's payment without PSU headers or with both ids", async () => {
      const payer = await aPayer(bank(), kariAtWork);
      const payment = await payer.create(ndct, aPayment(from(vardeberg.accounts[0])));
      const basket = await payer.post(baskets, { paymentIds: [idOf(payment)] });
      const { psuId, psuCorporateId = "" } = payer.psu;
      const [other, otherCompany] = [
        await aPayer(bank(), ola),
        await aPayer(bank(), { ...henrik, agreement: tindvik.name }),
      ];
      for (const path of [payment, `${payment}/status`, `${baskets}/${basket.json.basketId}`]) {
        const read = (headers: Record<string, string>) => payer.psu.tpp.send({ path, headers });
        assert.equal((await read({})).status, 200);
        const both = { "PSU-ID": psuId, "PSU-Corporate-ID": psuCorporateId };
        assert.equal((await read(both)).status, 200);
        const refused = expectRefusal(await read({ "PSU-ID": psuId }), 400, "HTTP_HEADER_REQUIRED");
        assert.equal(refused.path, "PSU-Corporate-ID", path);
        for (const { psu } of [other, otherCompany]) {
          expectRefusal(await read({ "PSU-ID": psu.psuId }), 404, "RESOURCE_UNKNOWN");
        }
      }
    });

    it("SCA-19: hides a company's accounts and payments in private context", async () => {
      const atWork = await aPayer(bank(), kariAtWork);
      const payment = await atWork.create(ndct, aPayment(from(vardeberg.accounts[0])));
      const inPrivate = await aPayer(bank());
      const body = aPayment(from(vardeberg.accounts[0]));
      expectRefusal(await inPrivate.post(ndct, body), 400, "RESOURCE_UNKNOWN");
      expectRefusal(await inPrivate.delete(payment), 404, "RESOURCE_UNKNOWN");
      expectRefusal(await inPrivate.post(`${payment}/authorisations`), 404, "RESOURCE_UNKNOWN");
      const basket = await inPrivate.post(baskets, { paymentIds: [idOf(payment)] });
      expectRefusal(basket, 400, "RESOURCE_UNKNOWN");
    });

    it("SCA-21: uses the session for the company too with a listed agreement", async () => {
      const inPrivate = await aPayer(bank());
      const { agreements } = (await inPrivate.get("/v1/agreements")).json;
      const headers = { "PSU-Corporate-ID": agreements[0].psuCorporateId };
      const body = aPayment(from(vardeberg.accounts[0]));
      const send = (path: string, more: object) =>
        inPrivate.psu.send({
          method: "POST",
          path,
          headers: { "x-accept-fix": "amount-as-string", ...headers },
          ...more,
        });
      const created = await send(ndct, { body });
      assert.equal(created.status, 201, created.text);
      const started = await send(created.json._links.startAuthorisation.href, {});
      const { searchParams: parameters } = await finishSca(
        bank(),
        started.json._links.scaRedirect.href,
        {
          customerNumber: kari.customerNumber,
        },
      );
      assert.equal(parameters.get("context"), "CORPORATE");
      assert.equal(parameters.get("psu-corporate-id"), agreements[0].psuCorporateId);
    });

    it("HDR-20: PSU-Context decides for whom a payment is made, not the session", async () => {
      const atWork = await aPayer(bank(), kariAtWork);
      const send = (context: string) =>
        atWork.psu.send({
          path: ndct,
          body: aPayment(from(people.kari.current)),
          headers: {
            "x-accept-fix": "amount-as-string",
            "PSU-Context": context,
            ...withoutCorporateId,
          },
        });
      assert.equal((await send("PRIVATE")).status, 201);
      expectRefusal(await send("CORPORATE"), 400, "HTTP_HEADER_REQUIRED");
    });

    it("HDR-20: signs and deletes private payments in a company's session", async () => {
      const atWork = await aPayer(bank(), kariAtWork);
      const own = { ...atWork.psu.headers, ...withoutCorporateId };
      const send = (method: string, path: string, body?: unknown, headers = {}) =>
        atWork.psu.tpp.send({
          method,
          path,
          headers: { ...own, "x-accept-fix": "amount-as-string", ...headers },
          ...(body === undefined ? {} : { body }),
        });
      const create = async () => {
        const inPrivate = { "PSU-Context": "PRIVATE" };
        const created = await send("POST", ndct, aPayment(from(people.kari.current)), inPrivate);
        assert.equal(created.status, 201, created.text);
        return `${ndct}/${created.json.paymentId}`;
      };
      const [signed, deleted, first, second] = await Promise.all([1, 2, 3, 4].map(create));
      assert(signed && deleted && first && second);
      assert.equal((await send("DELETE", deleted)).status, 204);
      const basket = await send("POST", baskets, { paymentIds: [idOf(first), idOf(second)] });
      assert.equal(basket.status, 201, basket.text);
      const bundle = `${baskets}/${basket.json.basketId}`;
      for (const path of [bundle, signed]) {
        const started = await send("POST", `${path}/authorisations`);
        const { href } = started.json._links.scaRedirect;
        const { customerNumber } = kari;
        const { searchParams: parameters } = await finishSca(bank(), href, { customerNumber });
        assert.equal(parameters.get("context"), "PRIVATE");
      }
      for (const path of [signed, first, second]) {
        assert.equal(await atWork.tppStatus(path), "ACTC");
      }
    });

    it("HDR-20: PSU-Context PRIVATE takes precedence over PSU-Corporate-ID", async () => {
      const atWork = await aPayer(bank(), kariAtWork);
      const send = (body: unknown) =>
        atWork.psu.send({
          path: ndct,
          body,
          headers: { "x-accept-fix": "amount-as-string", "PSU-Context": "PRIVATE" },
        });
      const created = await send(aPayment(from(people.kari.current)));
      assert.equal(created.status, 201, created.text);
      assert.match(String(created.headers["varde-warning"]), /PSU-Corporate-ID is ignored/);
      const company = await send(aPayment(from(vardeberg.accounts[0])));
      assert.match(expectRefusal(company, 400, "RESOURCE_UNKNOWN").text, /no such private account/);
    });

    it("ERR-11: does not find an account of the other context; the text explains it", async () => {
      const atWork = await aPayer(bank(), kariAtWork);
      const body = aPayment(from(people.kari.current));
      // Leaving out PSU-Corporate-ID would not help in a session of the company.
      const refused = expectRefusal(await atWork.post(ndct, body), 400, "RESOURCE_UNKNOWN");
      assert.match(refused.text, /send PSU-Context: PRIVATE/);
      const inPrivate = await aPayer(bank());
      const nobodys = aPayment(from({ bban: "12345678903" }));
      for (const one of [aPayment(from(vardeberg.accounts[0])), nobodys]) {
        const unknown = expectRefusal(await inPrivate.post(ndct, one), 400, "RESOURCE_UNKNOWN");
        assert.match(unknown.text, /send the PSU-Corporate-ID/);
      }
    });

    it("ERR-05: refuses ids of two different PSUs, or another PSU's agreement", async () => {
      const payer = await aPayer(bank());
      const send = (headers: Readonly<Record<string, string>>) =>
        payer.psu.send({
          path: ndct,
          body: aPayment(),
          headers: { "x-accept-fix": "amount-as-string", ...headers },
        });
      const two = await send({ "X-PSU-IDENTITY": people.ola.customerNumber });
      const fault = expectRefusal(two, 401, "PSU_CREDENTIALS_INVALID");
      assert.equal(fault.path, "X-PSU-IDENTITY");
      assert.match(fault.text, /do not name the same person/);
      const other = await aPayer(bank(), { ...henrik, agreement: tindvik.name });
      const foreign = await send({ "PSU-Corporate-ID": other.psu.psuCorporateId ?? "" });
      const agreement = expectRefusal(foreign, 401, "PSU_CREDENTIALS_INVALID");
      assert.match(agreement.text, /does not name an agreement/);
    });

    it("SCA-18: requires both roles in an engagement to act for a company", async () => {
      const psu = await aPsu(bank(), ola);
      assert.deepEqual((await psu.get("/v1/agreements")).json.agreements, []);
    });

    it("HDR-10: shows the brand of a payment in its later SCA, and no other brand", async () => {
      const payer = await aPayer(bank());
      const created = await payer.psu.send({
        path: ndct,
        body: aPayment(),
        headers: {
          "x-accept-fix": "amount-as-string",
          "TPP-Brand-Logging-Information": "Kronebua",
        },
      });
      const path = created.json._links.startAuthorisation.href;
      const headers = { "TPP-Brand-Logging-Information": "Not read here" };
      const started = await payer.psu.send({ method: "POST", path, headers });
      const page = await (await fetch(started.json._links.scaRedirect.href)).text();
      assert.match(page, /Kronebua/);
      assert.doesNotMatch(page, /Not read here/);
    });
  });
});
