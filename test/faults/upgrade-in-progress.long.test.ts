import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { dataSet } from "@varde/sandbox";
import { aPayment, baskets, ncbct, ndct } from "@varde/testkit/payments";
import { spawnSandbox } from "@varde/testkit/processes";
import {
  aSession,
  callHeaders,
  finishSca,
  henrik,
  kari,
  PageBrowser,
  type PsuSession,
  trym,
} from "@varde/testkit/psu";
import { engines } from "@varde/testkit/storage";
import { type PemIdentity, RawTpp } from "@varde/testkit/tpp";
import { findObstacle, installRelease } from "../../tools/releases/install-release.ts";
import { readReleases } from "../../tools/releases/read-releases.ts";
import { aPlaceForData } from "./a-place-for-data.ts";

const { tindvik, lyngrabben } = dataSet.companies;
const otherTpp = { name: "Other TPP", organisationNumber: "310000107" };
const henrikAtTindvik = { ...henrik, agreement: tindvik.name };

/** A payment to another bank, so that it waits for a batch once it is signed. */
const body = (text: string, changes: object = {}) =>
  aPayment({ remittanceInformationUnstructured: text, ...changes });
const abroad = {
  instructedAmount: { amount: "134.56", currency: "EUR" },
  creditorAccount: { iban: "DE89370400440532013000", currency: "EUR" },
};

/** A TPP and its PSU at a sandbox that is stopped and started again, perhaps as another version. */
class Visitor {
  #url = "";
  #tpp: RawTpp | undefined;
  readonly #identity: PemIdentity;

  constructor(identity: PemIdentity) {
    this.#identity = identity;
  }

  use(url: string): void {
    this.#url = url;
    this.#tpp = new RawTpp(url, this.#identity);
  }

  get tpp(): RawTpp {
    assert(this.#tpp !== undefined);
    return this.#tpp;
  }

  session(choices: Parameters<typeof aSession>[2]): Promise<PsuSession> {
    return aSession(
      { addresses: { http: this.#url, https: undefined } as never },
      this.tpp,
      choices,
    );
  }

  async create(path: string, content: object, { headers }: Pick<PsuSession, "headers">) {
    const created = await this.tpp.send({ path, body: content, headers });
    assert.equal(created.status, 201, created.text);
    const { paymentId, basketId, _links } = created.json;
    return { path: `${path}/${paymentId ?? basketId}`, link: _links.scaRedirect?.href as string };
  }

  /** Starts an authorisation and returns its link. */
  async start(path: string, { headers }: PsuSession, kind = "authorisations"): Promise<string> {
    const started = await this.tpp.send({ method: "POST", path: `${path}/${kind}`, headers });
    assert.equal(started.status, 201, started.text);
    return started.json._links.scaRedirect.href;
  }

  finish(link: string, choices: Parameters<typeof finishSca>[2] = kari): Promise<URL> {
    return finishSca({ addresses: { http: this.#url } as never }, link, choices);
  }

  async status(path: string): Promise<string> {
    const { status, text, json } = await this.tpp.send({ path: `${path}/status` });
    assert.equal(status, 200, text);
    return json.transactionStatus;
  }
}

/** Begins one of everything at the older version, and returns what the present one continues. */
const beginAll = async (visitor: Visitor, url: string) => {
  const session = await visitor.session(kari);
  const corporate = await visitor.session(henrikAtTindvik);
  const pay = (text: string, changes?: object) =>
    visitor.create(ndct, body(text, changes), session);
  const unsigned = await pay("unsigned");
  const started = await pay("with a link");
  const startedLink = await visitor.start(started.path, session);
  const exchanged = await visitor.create(ncbct, body("abroad", abroad), session);
  const exchangedLink = await visitor.start(exchanged.path, session);
  const single = await visitor.create(ndct, body("half an SCA"), {
    headers: { ...callHeaders(), "PSU-Context": "PRIVATE" },
  });
  const browser = new PageBrowser(url);
  await browser.open(new URL(single.link).pathname);
  await browser.submit({ customerNumber: kari.customerNumber });
  const cancelled = await pay("to cancel");
  await visitor.finish(await visitor.start(cancelled.path, session));
  const { headers } = session;
  const deleting = await visitor.tpp.send({ method: "DELETE", path: cancelled.path, headers });
  assert.equal(deleting.status, 202, deleting.text);
  const cancelLink = await visitor.start(cancelled.path, session, "cancellation-authorisations");
  const members = [await pay("one of a basket"), await pay("another of a basket")];
  const paymentIds = members.map(({ path }) => path.split("/").at(-1));
  const basket = await visitor.create(baskets, { paymentIds }, session);
  const basketLink = await visitor.start(basket.path, session);
  const [{ bban }] = tindvik.accounts;
  const ofCompany = { debtorAccount: { bban, currency: "NOK" } };
  const company = await visitor.create(ndct, body("of a company", ofCompany), corporate);
  return {
    session,
    corporate,
    unsigned,
    company,
    browser,
    single,
    links: [
      [started, startedLink],
      [exchanged, exchangedLink],
      [basket, basketLink],
    ] as const,
    cancellation: [cancelled, cancelLink] as const,
    members,
  };
};

/** Continues everything that was begun. Each of it ends as if there had been no upgrade. */
const continueAll = async (
  visitor: Visitor,
  url: string,
  begun: Awaited<ReturnType<typeof beginAll>>,
): Promise<void> => {
  const signed = /^(ACTC|ACWC)$/;
  for (const [{ path }, link] of begun.links) {
    await visitor.finish(link);
    assert.match(await visitor.status(path), signed, path);
  }
  for (const { path } of begun.members) assert.match(await visitor.status(path), signed, path);
  await visitor.finish(await visitor.start(begun.unsigned.path, begun.session));
  assert.match(await visitor.status(begun.unsigned.path), signed);
  const companyLink = await visitor.start(begun.company.path, begun.corporate);
  await visitor.finish(companyLink, henrikAtTindvik);
  assert.match(await visitor.status(begun.company.path), signed, "nobody else needs to sign");
  begun.browser.moveTo(url);
  await begun.browser.submit({ decision: "approve" }, "approve");
  assert.match(await visitor.status(begun.single.path), signed);
  const [cancelled, cancelLink] = begun.cancellation;
  await visitor.finish(cancelLink);
  assert.equal(await visitor.status(cancelled.path), "CANC");
};

const control = async (url: string, path: string, content: object) => {
  const response = await fetch(`${url}/control/v1${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(content),
  });
  assert.ok(response.ok, await response.clone().text());
  return response.json();
};

for (const release of readReleases()) {
  describe(`work begun in version ${release.version}`, {
    skip: findObstacle(release) ?? false,
  }, () => {
    for (const engine of engines) {
      test(`F15: is finished by the present version on ${engine}`, async () => {
        const checkout = await installRelease(release);
        await using place = await aPlaceForData(engine);
        await using released = spawnSandbox(place.settings, { checkout });
        const oldUrl = await released.ready;
        const visitor = new Visitor(
          (await control(oldUrl, "/tpp-certificates", {})) as PemIdentity,
        );
        visitor.use(oldUrl);
        const begun = await beginAll(visitor, oldUrl);
        assert.equal(await released.stop(), 0);

        await using present = spawnSandbox(place.settings);
        const url = await present.ready;
        visitor.use(url);
        await continueAll(visitor, url, begun);
        // The world keeps its data set, and a new one has the companies that were added since.
        await assert.rejects(visitor.session(trym), /customer/);
        const other = new Visitor(
          (await control(url, "/tpp-certificates", otherTpp)) as PemIdentity,
        );
        other.use(url);
        const second = await other.session(trym);
        assert.ok(second.psuCorporateId, lyngrabben.name);
        assert.equal(await present.stop(), 0);
      });
    }
  });
}
