import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { contactInformationBody, formatAmount, fundsConfirmationResponse } from "@varde/protocol";
import { dataSet } from "@varde/sandbox";
import { onlyWorld, withBankOnBothEngines } from "@varde/testkit/bank";
import { aPsu, kari } from "@varde/testkit/psu";
import { expectBody, expectRefusal } from "@varde/testkit/responses";
import { aTpp } from "@varde/testkit/tpp";

const path = "/v1/funds-confirmations";
const { current, savings } = dataSet.people.kari;
const kroner = (amount: string) => ({ amount, currency: "NOK" });

describe("funds confirmation", () => {
  withBankOnBothEngines((bank) => {
    it("END-28: says whether a granted account has the amount, to the øre", async () => {
      const psu = await aPsu(bank(), kari);
      const ask = async (account: object, amount: string) => {
        const response = await psu.send({
          path,
          body: { account, instructedAmount: kroner(amount) },
        });
        return expectBody(response, 200, fundsConfirmationResponse).fundsAvailable;
      };
      const held = formatAmount(current.balanceMinor, "NOK");
      const more = formatAmount(current.balanceMinor + 1n, "NOK");
      assert.equal(await ask({ bban: current.bban }, held), true);
      assert.equal(await ask({ bban: current.bban }, more), false);
      assert.equal(await ask({ iban: current.iban, currency: "NOK" }, "1.00"), true);
      const body = { account: { iban: current.iban, currency: "EUR" } };
      const other = await psu.send({ path, body: { ...body, instructedAmount: kroner("1.00") } });
      assert.equal(expectRefusal(other, 400, "FORMAT_ERROR").path, "/account/currency");
    });

    it("END-28: reports an expired consent, also without a redirect address", async () => {
      const psu = await aPsu(bank(), kari);
      const worldId = await onlyWorld(bank());
      const later = (await bank().clock.now(worldId)) + 181 * 24 * 60 * 60_000;
      await bank().clock.setClock(worldId, later, "fixed");
      const body = { account: { bban: current.bban }, instructedAmount: kroner("1.00") };
      const expired = await psu.send({ path, body });
      expectRefusal(expired, 401, "CONSENT_EXPIRED");
      const without = await psu.send({ path, body, headers: { "TPP-Redirect-URI": undefined } });
      const { text } = expectRefusal(without, 400, "HTTP_HEADER_REQUIRED");
      assert.match(text ?? "", /consent is older than 180 days.*TPP-Redirect-URI/);
      await bank().clock.releaseClock(worldId);
    });

    it("END-28: refuses accounts without consent, and hides unknown ones", async () => {
      const psu = await aPsu(bank(), { ...kari, accounts: ["kari-savings"] });
      const ask = (account: object, headers = {}) =>
        psu.send({ path, headers, body: { account, instructedAmount: kroner("1.00") } });
      expectRefusal(await ask({ bban: current.bban }), 403, "CONSENT_UNKNOWN");
      const nameless = { "PSU-ID": undefined };
      const granted = await ask({ bban: savings.bban }, nameless);
      expectBody(granted, 200, fundsConfirmationResponse);
      const ungranted = await ask({ bban: current.bban }, nameless);
      const nobodys = await ask({ bban: "86011117947" }, nameless);
      expectRefusal(ungranted, 400, "RESOURCE_UNKNOWN");
      assert.equal(ungranted.text, nobodys.text);
      expectRefusal(await ask({ bban: dataSet.people.ola.current.bban }), 400, "RESOURCE_UNKNOWN");
    });

    it("END-28: refuses a malformed funds confirmation", async () => {
      const psu = await aPsu(bank(), kari);
      const send = (body: unknown) => psu.send({ path, body });
      const instructedAmount = kroner("1.00");
      const { bban, iban } = current;
      expectRefusal(await send({ instructedAmount }), 400, "FORMAT_ERROR");
      expectRefusal(await send({ account: {}, instructedAmount }), 400, "FORMAT_ERROR");
      expectRefusal(await send({ account: { bban, iban }, instructedAmount }), 400, "FORMAT_ERROR");
      const zero = await send({ account: { bban }, instructedAmount: kroner("0.00") });
      assert.equal(expectRefusal(zero, 400, "FORMAT_ERROR").path, "/instructedAmount/amount");
      const typo = await send({ account: { bban: "86011117948" }, instructedAmount });
      assert.equal(expectRefusal(typo, 400, "FORMAT_ERROR").path, "/account/bban");
    });
  });
});

describe("contact information", () => {
  withBankOnBothEngines((bank) => {
    const own = "/v1/tpps/NO-FSA-310000000/contact-information";
    const send = (request: { path: string; method?: string; body?: unknown }) =>
      aTpp(bank()).send(request);

    it("END-23: stores a TPP's contact address and returns it", async () => {
      expectRefusal(await send({ path: own }), 404, "RESOURCE_UNKNOWN");
      for (const email of ["psd2@tpp.example", "operations@tpp.example"]) {
        const put = await send({ method: "PUT", path: own, body: { email } });
        assert.deepEqual(expectBody(put, 200, contactInformationBody), { email });
        assert.deepEqual(expectBody(await send({ path: own }), 200, contactInformationBody), {
          email,
        });
      }
      const wrong = await send({ method: "PUT", path: own, body: { email: "not an address" } });
      assert.equal(expectRefusal(wrong, 400, "FORMAT_ERROR").path, "/email");
    });

    it("EVT-02: does not let another TPP read or write the address", async () => {
      const path = "/v1/tpps/NO-FSA-314500180/contact-information";
      expectRefusal(await send({ path }), 404, "RESOURCE_UNKNOWN");
      const body = { email: "mallory@tpp.example" };
      expectRefusal(await send({ method: "PUT", path, body }), 404, "RESOURCE_UNKNOWN");
    });
  });
});
