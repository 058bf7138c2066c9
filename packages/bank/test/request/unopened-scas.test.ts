import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { all, sql } from "@varde/storage";
import { withBankOnBothEngines } from "@varde/testkit/bank";
import { aPayment, ndct } from "@varde/testkit/payments";
import { callHeaders, kari } from "@varde/testkit/psu";
import { aTpp, TestAuthority, tppName } from "@varde/testkit/tpp";

const authority = new TestAuthority();

describe("SCA links that nobody opens", () => {
  withBankOnBothEngines(
    (bank) => {
      const aCaller = (number: string) =>
        aTpp(bank(), authority.issue({ subject: tppName(`TPP ${number}`, number) }));
      /** Makes a call without PSU-ID and returns the link of its SCA. */
      const refusedLink = async (tpp: ReturnType<typeof aTpp>): Promise<string> => {
        const headers = callHeaders(randomUUID());
        const { json, text } = await tpp.send({ path: "/v1/accounts", headers });
        assert.equal(json.tppMessages?.[0].code, "SCA_NOT_FOUND", text);
        return json._links.scaRedirect.href;
      };
      const refusedLinks = async (tpp: ReturnType<typeof aTpp>, count: number) => {
        const links: string[] = [];
        for (let at = 0; at < count; at += 1) links.push(await refusedLink(tpp));
        return links;
      };
      const statuses = async (links: readonly string[]): Promise<readonly number[]> =>
        Promise.all(links.map(async (link) => (await fetch(link)).status));

      test("LIM-29: are dropped when the TPP has got as many later ones as allowed", async () => {
        const links = await refusedLinks(aCaller("310000101"), 6);
        assert.deepEqual(await statuses(links), [410, 410, 410, 200, 200, 200]);
      });

      test("LIM-29: are not dropped for the calls of another TPP", async () => {
        const link = await refusedLink(aCaller("310000102"));
        await refusedLinks(aCaller("310000103"), 5);
        assert.deepEqual(await statuses([link]), [200]);
      });

      test("LIM-29: are not dropped if they approve a payment or were used", async () => {
        const tpp = aCaller("310000104");
        const used = await refusedLink(tpp);
        await bank().sca.approve(used, kari.customerNumber);
        const headers = { ...callHeaders(randomUUID()), "PSU-Context": "PRIVATE" };
        const payment = await tpp.send({ path: ndct, body: aPayment(), headers });
        assert.equal(payment.status, 201, payment.text);
        await refusedLinks(tpp, 5);
        const { json } = await tpp.send({
          path: `${ndct}/${payment.json.paymentId}/authorisations`,
        });
        assert.equal(json.authorisationIds.length, 1);
        assert.deepEqual(await statuses([payment.json._links.scaRedirect.href]), [200]);
        const finalised = await bank().storage.read(() =>
          all(sql`select sca_id from sca where status = 'finalised' and tpp_id <> 'neighbour-tpp'`),
        );
        assert.equal(finalised.length, 1);
      });
    },
    { bank: { anchors: [authority.certificate], unopenedScasMax: 3 }, hasBackgroundJobs: false },
  );
});
