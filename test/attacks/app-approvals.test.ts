import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { oneWorld, type WorldId } from "@varde/bank";
import { dataSet } from "@varde/sandbox";
import { aBank, aProductionBank, onlyWorld, type ProductionBank } from "@varde/testkit/bank";
import { aPayment, ndct } from "@varde/testkit/payments";
import { aSession, callHeaders } from "@varde/testkit/psu";
import { aTpp, type RawTpp } from "@varde/testkit/tpp";

const { ola } = dataSet.people;
const choices = { customerNumber: ola.customerNumber, context: "PRIVATE" } as const;
const inApp = { "TPP-Redirect-Preferred": "false" };
const body = aPayment({ debtorAccount: { bban: ola.current.bban, currency: "NOK" } });
const starts = 60;
const tppCount = 10;

/** A TPP that Ola has identified himself to, and the address of his payment. */
interface KnownTpp {
  readonly tpp: RawTpp;
  readonly headers: Readonly<Record<string, string>>;
  readonly payment: string;
}

describe("A44: TPPs that start as many approvals in one person's app as they can", () => {
  let sandbox: Awaited<ReturnType<typeof aBank>>;
  let bank: ProductionBank;
  const known: KnownTpp[] = [];

  before(async () => {
    sandbox = await aBank();
    await aTpp(sandbox).send({ path: "/v1/accounts" });
    const worldId = (await onlyWorld(sandbox)) as WorldId;
    bank = await aProductionBank(
      sandbox,
      { anchors: [sandbox.authority.certificate] },
      // As in a real bank, all TPPs have the same customers.
      { worlds: oneWorld(worldId) },
    );
    for (let at = 0; at < tppCount; at += 1) {
      const tpp = aTpp(
        bank,
        await sandbox.authority.issueTppCertificate({
          name: `TPP ${at}`,
          organisationNumber: String(210_000_100 + at),
          roles: ["PSP_AI", "PSP_PI"],
          kind: "working",
        }),
      );
      const { headers } = await aSession(sandbox, tpp, choices);
      const created = await tpp.send({ path: ndct, headers, body });
      assert.equal(created.status, 201, created.text);
      known.push({ tpp, headers, payment: `${ndct}/${created.json.paymentId}` });
    }
  });
  after(async () => {
    await bank.close();
    await sandbox.close();
  });

  /** Starts approvals of one payment at once; returns how many wait in the app. */
  const startMany = async ({ tpp, headers, payment }: KnownTpp): Promise<number> => {
    const request = { method: "POST", path: `${payment}/authorisations` };
    const responses = await Promise.all(
      Array.from({ length: starts }, () =>
        tpp.send({ ...request, headers: { ...headers, ...inApp } }),
      ),
    );
    for (const { status, text } of responses) assert.equal(status, 201, text);
    return responses.filter(({ json }) => json._links.scaRedirect === undefined).length;
  };

  test("one of them reaches the app three times, and all together five times", async () => {
    const [first, ...others] = known as [KnownTpp, ...KnownTpp[]];
    assert.equal(await startMany(first), 3);
    const counts = await Promise.all(others.map(startMany));
    assert.equal(
      counts.reduce((sum, count) => sum + count, 0),
      2,
      String(counts),
    );
  });

  test("none reaches it by X-PSU-IDENTITY, and each start has a redirect", async () => {
    const [{ tpp } = assert.fail()] = known;
    for (const number of [ola.customerNumber, "10915596784"]) {
      const named = { ...callHeaders(), ...inApp, "X-PSU-IDENTITY": number };
      const path = `${ndct}?allowLogicalDuplicate=true`;
      for (let start = 0; start < starts; start += 1) {
        const created = await tpp.send({
          path,
          body,
          headers: { ...named, "PSU-Context": "PRIVATE" },
        });
        assert.equal(created.status, 201, created.text);
        assert.ok(created.json._links.scaRedirect.href);
      }
    }
  });
});
