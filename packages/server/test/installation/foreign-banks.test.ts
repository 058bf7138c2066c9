import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { type Operation, operationList } from "@varde/protocol";
import { aPayment, baskets, ndct } from "@varde/testkit/payments";
import { callHeaders, kari, PageBrowser } from "@varde/testkit/psu";
import { BanksFolder } from "@varde/testkit/server";
import { type RawResponse, RawTpp } from "@varde/testkit/tpp";
import { anInstallation, type TestInstallation } from "./an-installation.ts";

/** The two hosts of this machine that browsers and clients can reach without a name server. */
const hosts = { fjordvik: "127.0.0.1", heiane: "localhost" } as const;
type BankName = keyof typeof hosts;

/** The ids of a PSU and of their resources at one bank, by one TPP. */
interface Belongings {
  readonly psuId: string;
  readonly sessionId: string;
  readonly paymentId: string;
  readonly basketId: string;
  readonly authorisationId: string;
  readonly scaPath: string;
}

const served = operationList.filter(({ path }) => !path.startsWith("/v1/sandbox/"));

/** Kari has payments, baskets and the authorisation of a payment, and changes none of them. */
const isReadOfOwn = ({ method, path }: Operation): boolean =>
  method === "GET" && !/cancellation|basket.*\{authorisationId\}/.test(path);

describe("A37: what belongs to one bank does not exist at another of the same process", () => {
  const folder = new BanksFolder(["fjordvik", "heiane"]);
  const texts: Record<BankName, string[]> = { fjordvik: [], heiane: [] };
  let installation: TestInstallation;
  let ofFjordvik: Belongings;
  let ofHeiane: Belongings;

  const addressOf = (bank: BankName) => {
    const { port } = new URL(installation.addresses.http ?? "");
    return `http://${hosts[bank]}:${port}`;
  };

  const send = async (bank: BankName, request: Parameters<RawTpp["send"]>[0]) => {
    const tpp = new RawTpp(addressOf(bank), folder.tpp);
    tpp.responsesAreDocumented = false;
    const response = await tpp.send(request);
    texts[bank].push(response.text);
    return response;
  };

  before(async () => {
    for (const [bank, host] of Object.entries(hosts)) {
      const tokenSha256 = createHash("sha256").update(`token-of-${bank}`).digest("hex");
      const app = { name: "app", scopes: ["consents:read"], tokenSha256 };
      folder.configureBank(bank, { publicUrl: `http://${host}`, ownChannels: [app] });
    }
    installation = await anInstallation(folder);
    ofFjordvik = await acquire("fjordvik");
    ofHeiane = await acquire("heiane");
  });

  after(async () => {
    await installation.close();
    folder[Symbol.dispose]();
  });

  /** Lets Kari approve a payment at a bank, and creates further resources in her session. */
  const acquire = async (bank: BankName): Promise<Belongings> => {
    const sessionId = randomUUID();
    const headers = { ...callHeaders(sessionId), "PSU-Context": "PRIVATE" };
    const create = (more: object) =>
      send(bank, { path: ndct, body: aPayment(), headers: { ...headers, ...more } });
    const created = await create({});
    assert.equal(created.status, 201, created.text);
    const browser = new PageBrowser(addressOf(bank));
    await browser.open(new URL(created.json._links.scaRedirect.href).pathname);
    await browser.submit({ customerNumber: kari.customerNumber, decision: "continue" });
    await browser.submit({ decision: "approve" }, "approve");
    texts[bank].push(browser.page);
    const psuId = /psu-id=([0-9a-f-]{36})/.exec(browser.page)?.[1] ?? "";
    const known = { ...headers, "PSU-ID": psuId };
    const open = await create({ "PSU-ID": psuId });
    assert.equal(open.status, 201, open.text);
    const { paymentId } = open.json;
    const post = (path: string, body?: unknown) =>
      send(bank, { method: "POST", path, headers: known, ...(body === undefined ? {} : { body }) });
    const started = await post(`${ndct}/${paymentId}/authorisations`);
    assert.equal(started.status, 201, started.text);
    const second = await create({ "PSU-ID": psuId });
    const basket = await post(baskets, { paymentIds: [second.json.paymentId] });
    assert.equal(basket.status, 201, basket.text);
    const { authorisationId, _links } = started.json;
    const scaPath = new URL(_links.scaRedirect.href).pathname;
    const { basketId } = basket.json;
    return { psuId, sessionId, paymentId, basketId, authorisationId, scaPath };
  };

  const unknown = (): Belongings => ({
    psuId: randomUUID(),
    sessionId: randomUUID(),
    paymentId: randomUUID(),
    basketId: randomUUID(),
    authorisationId: randomUUID(),
    scaPath: `/sca/${randomUUID().replaceAll("-", "")}`,
  });

  const call = (bank: BankName, operation: Operation, of: Belongings, session: Belongings) => {
    const values: Readonly<Record<string, string>> = {
      service: "payments",
      product: "norwegian-domestic-credit-transfers",
      paymentId: of.paymentId,
      basketId: of.basketId,
      authorisationId: of.authorisationId,
      tppId: "NO-FSA-987654321",
    };
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "x1");
    const hasBody = operation.method === "POST" && operation.body !== undefined;
    const body = /basket/.test(path) ? { paymentIds: [of.paymentId] } : aPayment();
    const headers = { ...callHeaders(session.sessionId), "PSU-ID": session.psuId };
    return send(bank, { method: operation.method, path, headers, ...(hasBody && { body }) });
  };

  const outcome = ({ status, json }: RawResponse) => [status, json?.tppMessages?.[0]?.code];

  test("the same person has another PSU-ID at each bank", () => {
    assert.match(ofFjordvik.psuId, /^[0-9a-f-]{36}$/);
    assert.notEqual(ofFjordvik.psuId, ofHeiane.psuId);
  });

  for (const operation of served) {
    test(`${operation.id}: PSU, session and ids of another bank are unknown`, async () => {
      const foreign = await call("heiane", operation, ofFjordvik, ofFjordvik);
      assert.deepEqual(
        outcome(foreign),
        outcome(await call("heiane", operation, unknown(), unknown())),
        foreign.text,
      );
      for (const secret of Object.values(ofFjordvik)) assert(!foreign.text.includes(secret));
    });
    if (!/\{(?:payment|basket|authorisation)Id\}/.test(operation.path)) continue;
    test(`${operation.id}: 404 for the ids of another bank in a valid session`, async () => {
      const foreign = await call("heiane", operation, ofFjordvik, ofHeiane);
      assert.equal(foreign.status, 404, foreign.text);
      // Otherwise the request itself would be at fault.
      if (!isReadOfOwn(operation)) return;
      const own = await call("heiane", operation, ofHeiane, ofHeiane);
      assert.notEqual(own.status, 404, own.text);
    });
  }

  test("an SCA link of another bank is unknown, also with its cookie", async () => {
    const browser = new PageBrowser(addressOf("fjordvik"));
    await browser.open(ofFjordvik.scaPath);
    assert.equal(browser.status, 200);
    await browser.submit({ customerNumber: kari.customerNumber, decision: "continue" });
    browser.moveTo(addressOf("heiane"));
    await browser.open(ofFjordvik.scaPath);
    const stranger = new PageBrowser(addressOf("heiane"));
    const { scaPath } = unknown();
    await stranger.open(scaPath);
    assert.equal(browser.status, stranger.status);
    assert.equal(browser.page.replaceAll(ofFjordvik.scaPath, scaPath), stranger.page);
  });

  test("a token of a bank's own channel is refused at another bank", async () => {
    const read = async (bank: BankName, token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(`${addressOf(bank)}/own-channel/v1/consents`, { headers });
      texts[bank].push(await response.text());
      return response.status;
    };
    assert.equal(await read("heiane", "token-of-fjordvik"), 401);
    assert.notEqual(await read("fjordvik", "token-of-fjordvik"), 401);
  });

  test("no response and no line of the log names another bank", () => {
    assert(texts.heiane.length > served.length);
    for (const text of texts.heiane) assert.doesNotMatch(text, /fjordvik|127\.0\.0\.1/i);
    for (const text of texts.fjordvik) assert.doesNotMatch(text, /heiane|localhost/i);
    for (const [bank, other] of [Object.keys(hosts), Object.keys(hosts).reverse()]) {
      const lines = installation.lines.filter((line) => line.bank === bank);
      assert(lines.length > 0);
      for (const line of lines) assert(!JSON.stringify(line).includes(String(other)));
    }
  });
});
