import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import type { AppNotifier } from "@varde/bank";
import { dataSet, type TestBank } from "@varde/sandbox";
import { aBank, aProductionBank, type ProductionBank } from "@varde/testkit/bank";
import { aPayer, aPayment, idOf, ndct, type Payer } from "@varde/testkit/payments";
import { ola } from "@varde/testkit/psu";
import { aTpp } from "@varde/testkit/tpp";

type Waiting = Parameters<AppNotifier["notify"]>[0];

describe("the bank's app", () => {
  let sandbox: TestBank;
  let bank: ProductionBank;
  let payer: Payer;
  let isFailing = false;
  const notified: Waiting[] = [];
  const appNotifier: AppNotifier = {
    notify: async (waiting) => {
      notified.push(waiting);
      if (isFailing) throw new Error("ECONNREFUSED");
    },
  };
  before(async () => {
    sandbox = await aBank();
    const configuration = { anchors: [sandbox.authority.certificate], appApproval: true };
    bank = await aProductionBank(sandbox, configuration, { appNotifier });
    payer = await aPayer(sandbox, { ...ola, accounts: [] });
  });
  after(async () => {
    await bank.close();
    await sandbox.close();
  });

  const send = (path: string, method: string, preferred = "false", requestId = randomUUID()) =>
    aTpp(bank, sandbox.tpp).send({
      method,
      path,
      headers: {
        ...payer.psu.headers,
        "TPP-Redirect-Preferred": preferred,
        "X-Request-ID": requestId,
      },
    });
  const createPayment = () => {
    const { bban } = dataSet.people.ola.current;
    return payer.create(ndct, aPayment({ debtorAccount: { bban, currency: "NOK" } }));
  };

  test("HDR-09: is notified once of an approval that waits there", async () => {
    const payment = await createPayment();
    const requestId = randomUUID();
    const path = `${payment}/authorisations`;
    const started = await send(path, "POST", "false", requestId);
    assert.equal(started.status, 201, started.text);
    assert.equal((await send(path, "POST", "false", requestId)).text, started.text);
    assert.equal((await send(path, "POST", "true")).status, 201);
    assert.deepEqual(
      notified.map(({ worldId: _, ...waiting }) => waiting),
      [
        {
          personId: dataSet.people.ola.personId,
          scaId: started.json.authorisationId,
          subject: "payment",
        },
      ],
    );
  });

  test("HDR-09: is notified of a consent that the TPP asks for", async () => {
    const asked = await send("/v1/accounts", "GET");
    assert.equal(asked.status, 401, asked.text);
    assert.equal(notified.at(-1)?.subject, "consent");
  });

  test("HDR-09: may fail to be notified, and the approval still waits", async () => {
    isFailing = true;
    const started = await send(`${await createPayment()}/authorisations`, "POST");
    assert.equal(started.status, 201, started.text);
    assert.equal(notified.at(-1)?.scaId, idOf(started.json._links.scaStatus.href));
    assert.ok(bank.log.all.some(({ msg }) => msg === "app not notified"));
  });
});
