import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { AppScaMethod, createBank, type RunningBank, sandboxConfiguration } from "@varde/bank";
import { dataSet, type TestBank } from "@varde/sandbox";
import { all, sql } from "@varde/storage";
import { aBank, onlyWorld } from "@varde/testkit/bank";
import { aPayer, baskets, idOf, ndct, type Payer } from "@varde/testkit/payments";
import { eline, PageBrowser, Phone, sunniva, trym } from "@varde/testkit/psu";
import { checkChannelResponse } from "@varde/testkit/responses";
import { daily, from, project } from "./company-payments.ts";

const { trym: person } = dataSet.representatives;
const token = "app-token";
const scopes = ["challenges:read", "challenges:decide", "signings:read", "signings:start"] as const;
const tokenSha256 = createHash("sha256").update(token).digest("hex");

/** Signatures in the bank's own channels by a person whom the TPP does not know. */
describe("signing in the bank's own channels", () => {
  let bank: TestBank;
  let own: RunningBank;
  let address = "";
  let first: Payer;
  let preparer: Payer;
  const phone = new Phone("phone-1");
  before(async () => {
    bank = await aBank();
    first = await aPayer(bank, sunniva);
    preparer = await aPayer(bank, eline);
    const { clock, psuDirectory, storage } = bank.bank;
    const method = new AppScaMethod({
      ...{ storage, clock, psuDirectory },
      findDevice: async () => phone.device,
      onFault: assert.ifError,
    });
    own = createBank({
      configuration: {
        ...sandboxConfiguration,
        ownChannels: [{ name: "app", scopes, tokenSha256 }],
      },
      storage,
      logTo: { write: () => {} },
      ports: { ...bank.bank, scaMethod: method },
      hasBackgroundJobs: false,
    });
    own.serveChallenges(method);
    await own.app.listen({ host: "127.0.0.1", port: 0 });
    const at = own.app.server.address();
    assert(typeof at === "object" && at !== null);
    address = `http://127.0.0.1:${at.port}`;
  });
  after(async () => {
    await own.close();
    await bank.close();
  });

  const call = async (method: "GET" | "POST", path: string, body?: object) => {
    const response = await fetch(`${address}/own-channel/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = text === "" ? undefined : JSON.parse(text);
    checkChannelResponse(method, path, { status: response.status, body: json });
    return { status: response.status, json, text };
  };
  const list = async () => (await call("GET", `/signings?person=${person.personId}`)).json.signings;
  const start = (id: string) => call("POST", `/signings/${id}/challenge?person=${person.personId}`);
  const confirm = async (challenge: Parameters<Phone["confirm"]>[0]) => {
    const { challengeId, deviceId, signature } = phone.confirm(challenge);
    return call("POST", `/challenges/${challengeId}/confirmation`, {
      deviceId,
      signature: Buffer.from(signature).toString("base64"),
    });
  };
  /** Rows by which a TPP would know the person. */
  const knownToTpp = () =>
    bank.storage.read(() =>
      all(sql`select person_id from psu_identifier where person_id = ${person.personId}
        union all select person_id from session where person_id = ${person.personId}`),
    );

  test("MAN-16: the second signer approves in the app, unknown to the TPP", async () => {
    const payment = await first.create(ndct, from(daily, 40_000));
    await first.sign(payment);
    const [waiting] = await list();
    assert.equal(waiting.id, idOf(payment));
    assert.deepEqual(waiting.totals, [{ amount: "40000.00", currency: "NOK" }]);
    assert.equal(waiting.createdBy, "person-sunniva");
    assert.deepEqual(
      waiting.signers.map(({ personId }: { personId: string }) => personId),
      ["person-sunniva"],
    );
    const started = await start(waiting.id);
    assert.equal(started.status, 200, started.text);
    assert.match(started.json.text, /40.?000,00/);
    assert.equal((await confirm(started.json)).status, 204);
    assert.equal(await first.status(payment), "ACTC");
    assert.deepEqual(await knownToTpp(), []);
    const { authorisationIds } = (await first.get(`${payment}/authorisations`)).json;
    assert.equal(authorisationIds.length, 2);
    assert.deepEqual(await list(), []);
    assert.equal((await start(waiting.id)).status, 404);
  });

  test("MAN-16: signs a basket that somebody else has prepared", async () => {
    const payments = [
      await preparer.create(ndct, from(project, 100)),
      await preparer.create(ndct, from(project, 200)),
    ];
    const created = await preparer.post(baskets, { paymentIds: payments.map(idOf) });
    const basket = `${baskets}/${created.json.basketId}`;
    const { json } = await start(created.json.basketId);
    assert.equal((await confirm(json)).status, 204);
    assert.equal(await preparer.status(basket), "PATC");
    assert.deepEqual(await knownToTpp(), []);
    await first.sign(basket);
    assert.equal(await preparer.status(basket), "ACTC");
  });

  test("MAN-16: a refusal in the app changes nothing", async () => {
    const payment = await first.create(ndct, from(daily, 40_000));
    await first.sign(payment);
    const { json } = await start(idOf(payment));
    const path = `/challenges/${json.challengeId}/refusal?person=${person.personId}`;
    assert.equal((await call("POST", path)).status, 204);
    assert.equal(await first.status(payment), "RCVD");
    assert.equal((await list()).length, 1);
    await first.delete(payment);
  });

  test("MAN-16: a person cannot sign twice by starting twice", async () => {
    const payment = await preparer.create(ndct, from(daily, 40_000));
    const challenges = [await start(idOf(payment)), await start(idOf(payment))];
    const [one, other] = challenges;
    assert.equal((await confirm(one?.json)).status, 204);
    const again = await confirm(other?.json);
    assert.equal(again.status, 409);
    assert.match(again.text, /has approved the payment already/);
    assert.equal(await preparer.status(payment), "RCVD");
    await preparer.delete(payment);
  });

  test("MAN-16: the sandbox's phone lists and signs the same", async () => {
    const payment = await first.create(ndct, from(daily, 40_000));
    await first.sign(payment);
    const page = new PageBrowser(bank.addresses.http);
    await page.open("/app?lang=en");
    await page.submit({ customerNumber: trym.customerNumber, decision: "continue" });
    assert.match(page.page, /40.?000/);
    assert.match(page.page, /Must be approved by two people. .*Sunniva Haugland.* approved on/);
    await page.submit({ decision: "approve" }, idOf(payment));
    assert.match(page.page, /Approved\./);
    assert.equal(await first.status(payment), "ACTC");
    assert.deepEqual(await knownToTpp(), []);
    const user = { worldId: await onlyWorld(bank), personId: "person-sunniva" };
    const notice = await bank.appApprovals.decide(user, idOf(payment), "approve");
    assert.equal(notice, "no-longer-waiting");
  });
});
