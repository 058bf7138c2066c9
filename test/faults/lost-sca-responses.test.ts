import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { dataSet, type TestBank } from "@varde/sandbox";
import { all, sql } from "@varde/storage";
import { aBank } from "@varde/testkit/bank";
import { aPayer, aPayment, baskets, idOf, ndct, type Payer } from "@varde/testkit/payments";
import { callHeaders, jonas, kari, PageBrowser } from "@varde/testkit/psu";
import { atScale } from "@varde/testkit/rounds";
import { aTpp } from "@varde/testkit/tpp";

const { people } = dataSet;
const toOla = {
  creditorName: people.ola.name,
  creditorAccount: { bban: people.ola.current.bban, currency: "NOK" },
};
const tooMuch = {
  ...toOla,
  instructedAmount: { amount: "99999.00", currency: "NOK" },
  debtorAccount: { bban: people.jonas.current.bban, currency: "NOK" },
};

/** Submits one page of an SCA. */
type Step = (browser: PageBrowser) => Promise<void>;

const identify =
  (customerNumber = kari.customerNumber): Step =>
  (browser) =>
    browser.submit({ customerNumber, decision: "continue" });
const choose: Step = (browser) => browser.submit({ context: "PRIVATE", decision: "continue" });
const decide =
  (decision: string): Step =>
  (browser) =>
    browser.submit({ decision });
const end =
  (outcome: string, code = ""): Step =>
  (browser) =>
    browser.submit({ outcome, code }, "/outcome");

const identified = [identify()];
const asPrivate = [identify(), choose];
const wrong = identify("10915596784");

describe("F30: an SCA whose responses are lost", () => {
  let bank: TestBank;
  let payer: Payer;
  before(async () => {
    bank = await aBank();
  });
  after(() => bank.close());

  const start = async (path: string): Promise<string> => {
    const started = await payer.post(path);
    assert.equal(started.status, 201, started.text);
    return started.json._links.scaRedirect.href;
  };
  const later = () => aPayment({ requestedExecutionDate: "2027-03-15" });
  const create = (changes = {}) => payer.create(ndct, aPayment(changes));
  const login = (path: string) => async () => {
    const response = await aTpp(bank).send({ path, headers: callHeaders() });
    assert.equal(response.status, 401, response.text);
    return response.json._links.scaRedirect.href as string;
  };
  const single = (changes: Readonly<Record<string, unknown>>) => async () => {
    const headers = { ...callHeaders(), "PSU-Context": "PRIVATE" };
    const created = await aTpp(bank).send({
      path: `${ndct}?allowLogicalDuplicate=true`,
      body: aPayment(changes),
      headers,
    });
    assert.equal(created.status, 201, created.text);
    return created.json._links.scaRedirect.href as string;
  };
  const links: Readonly<Record<string, () => Promise<string>>> = {
    identification: login("/v1/user"),
    consent: login("/v1/accounts"),
    "payment that is booked at once": async () => start(`${await create(toOla)}/authorisations`),
    "payment of a later day": async () =>
      start(`${await payer.create(ndct, later())}/authorisations`),
    "payment of somebody not identified": single(toOla),
    cancellation: async () => {
      const payment = await payer.create(ndct, later());
      await payer.sign(payment);
      assert.equal((await payer.delete(payment)).status, 202);
      return start(`${payment}/cancellation-authorisations`);
    },
    basket: async () => {
      const paymentIds = [idOf(await create(toOla)), idOf(await create())];
      const basket = await payer.post(baskets, { paymentIds });
      return start(`${baskets}/${basket.json.basketId}/authorisations`);
    },
  };

  /** Every way to the end of an SCA, as the pages that are submitted. */
  const ways = (kind: string): Readonly<Record<string, readonly Step[]>> => {
    const first = kind === "identification" || kind === "consent" ? asPrivate : identified;
    const isDone = kind === "identification";
    return {
      "is approved": isDone ? first : [...first, decide("approve")],
      "is refused at once": [decide("refuse")],
      "is made to fail": [end("fail", "FORMAT_ERROR")],
      "is timed out": [end("time-out")],
      ...(!isDone && {
        "is refused after all": [...first, decide("refuse")],
        "is made to fail after all": [...first, end("fail", "PAYMENT_FAILED")],
        "is approved in the panel": [...first, end("approve")],
      }),
    };
  };

  /** Submits a form, whose response may be lost; then the browser sends the form again. */
  const submit = async (
    t: { readonly mock: typeof test.mock },
    browser: PageBrowser,
    step: Step,
    isLost: boolean,
  ): Promise<void> => {
    if (isLost) {
      const { fetch } = globalThis;
      const lose = t.mock.method(
        globalThis,
        "fetch",
        async (...given: Parameters<typeof fetch>) => {
          await (await fetch(...given)).text();
          throw new Error("the response is lost");
        },
      );
      await assert.rejects(step(browser), /the response is lost/);
      lose.mock.restore();
    }
    await step(browser);
  };

  /** Lists what an SCA has done, without the ids and times that differ between two of them. */
  const effects = async (link: string) => {
    const secret = link.split("/").at(-1) ?? "";
    const { step } = await bank.scaFlow.open(secret, undefined);
    const sca = "sca" in step ? step.sca : undefined;
    const subjects = [sca?.scaId ?? "", sca?.subjectId ?? ""];
    const events = await bank.storage.read(() =>
      all(sql`select subject_kind, name, detail from event
        where subject_id in (${subjects[0] ?? ""}, ${subjects[1] ?? ""}) order by event_id`),
    );
    const { status, attempts, endedCode } = sca ?? {};
    return { status, attempts, endedCode, events };
  };

  const wayBack = (browser: PageBrowser): string => {
    const found = /<meta http-equiv="refresh" content="[^"]*url=([^"]+)"/i.exec(browser.page)?.[1];
    assert(found !== undefined, `${browser.status}: ${browser.page.slice(0, 3_000)}`);
    return found.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "id");
  };

  const run = async (
    t: Parameters<typeof submit>[0],
    newLink: () => Promise<string>,
    steps: readonly Step[],
    lost: number | undefined,
  ) => {
    // An SCA of another session replaces the one before.
    payer = await aPayer(bank);
    const link = await newLink();
    const browser = new PageBrowser(bank.addresses.http);
    await browser.open(`${link}?lang=en`);
    const pages: string[] = [];
    for (const [at, step] of steps.entries()) {
      await submit(t, browser, step, at === lost);
      assert.equal(browser.status, 200, `step ${at}: ${browser.page.slice(0, 3_000)}`);
      pages.push(/<h1[^>]*>([^<]*)/.exec(browser.page)?.[1] ?? "");
    }
    return { pages, back: wayBack(browser), ...(await effects(link)) };
  };

  const everyWay = [
    ...Object.entries(links).flatMap(([kind, newLink]) =>
      Object.entries(ways(kind)).map(([how, steps]) => ({ kind, how, newLink, steps })),
    ),
    {
      kind: "payment",
      how: "lacks funds",
      newLink: single(tooMuch),
      steps: [identify(jonas.customerNumber), decide("approve")],
    },
    {
      kind: "payment",
      how: "is blocked",
      newLink: single(toOla),
      steps: [wrong, wrong, wrong, wrong, wrong],
    },
  ];
  for (const [number, { kind, how, newLink, steps }] of everyWay.entries()) {
    // Each kind loses another response of each way; the long test loses all of them in turn.
    const every = [...steps.keys()];
    const losable = atScale({
      slice: every.filter((at) => at === number % steps.length),
      long: every,
    });
    test(`SCA-36: a ${kind} that ${how} leads to the same page, once`, async (t) => {
      const expected = await run(t, newLink, steps, undefined);
      for (const lost of losable) {
        assert.deepEqual(await run(t, newLink, steps, lost), expected, `step ${lost}`);
      }
    });
  }

  test("SCA-36: the way back is for one browser, for five minutes", async () => {
    const link = await single(toOla)();
    const browser = new PageBrowser(bank.addresses.http);
    await browser.open(`${link}?lang=en`);
    const form = browser.page;
    await decide("refuse")(browser);
    const other = new PageBrowser(bank.addresses.http);
    await other.open(`${link}?lang=en`);
    assert.equal(other.status, 410);
    other.page = form;
    await decide("refuse")(other);
    assert.equal(other.status, 410);
    browser.page = form;
    await decide("refuse")(browser);
    assert.match(wayBack(browser), /code=SCA_INVALID/);
    await bank.clock.advance(5 * 60_000 + 1);
    browser.page = form;
    await decide("refuse")(browser);
    assert.equal(browser.status, 410);
  });
});
