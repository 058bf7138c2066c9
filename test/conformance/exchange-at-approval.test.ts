import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { paymentCreatedResponse } from "@varde/protocol";
import { dataSet, type TestBank } from "@varde/sandbox";
import { all, run, sql } from "@varde/storage";
import { withBankOnBothEngines } from "@varde/testkit/bank";
import {
  aBulk,
  aBulkItem,
  aCrossBorderPayment,
  aPayment,
  baskets,
  bulkNdct,
  idOf,
  ncbct,
  ndct,
  payerAt,
} from "@varde/testkit/payments";
import {
  callHeaders,
  finishSca,
  henrik,
  kari,
  PageBrowser,
  type PsuChoices,
} from "@varde/testkit/psu";
import { expectBody, expectRefusal } from "@varde/testkit/responses";
import { aTpp } from "@varde/testkit/tpp";

const { skarvoy } = dataSet.companies;
const henrikForSkarvoy = { ...henrik, agreement: skarvoy.name };
const [inKroner, inEuros] = skarvoy.accounts.map(({ bban }) => ({
  debtorAccount: { bban, currency: bban === "99902020728" ? "EUR" : "NOK" },
}));
const germany = "DE89370400440532013000";
const amountOf = (amount: string, currency: string) => ({
  instructedAmount: { amount, currency },
  creditorAccount: { iban: germany, currency },
});
const hotel = amountOf("1345.60", "EUR");

/** Opens the approval page of a link. */
const openPage = async (
  bank: TestBank,
  link: string,
  lang: "nb" | "en",
  { customerNumber = kari.customerNumber }: PsuChoices = kari,
) => {
  const browser = new PageBrowser(bank.addresses.http);
  await browser.open(`${link}?lang=${lang}`);
  await browser.submit({ customerNumber, decision: "continue" });
  return browser;
};

/** Returns what the page says about the payment, line by line. */
const readFacts = ({ page }: PageBrowser) => {
  const text = (html: string) =>
    html
      .replaceAll(/<[^>]*>/g, " ")
      .replaceAll(/\s+/g, " ")
      .trim();
  const facts = [
    ...(page.split('class="hero"')[1] ?? "").matchAll(/<dt>(.*?)<\/dt><dd>([\s\S]*?)<\/dd>/g),
  ];
  return {
    hero: text(/<p class="hero">([\s\S]*?)<\/p>/.exec(page)?.[1] ?? ""),
    facts: facts.map(([, label = "", value = ""]) => `${label}: ${text(value)}`),
    notes: [...page.matchAll(/<\/dl>\s*<p class="quiet">(.*?)<\/p>/g)].map(([, note]) => note),
  };
};

/** Returns the last four facts, which say what a payment costs. */
const readCosts = (browser: PageBrowser) => readFacts(browser).facts.slice(-4);

/** Makes the core bank quote euros at 12 kroner, as after a new price list. */
const raiseEuro = ({ mock }: TestContext, { bank }: TestBank) => {
  const { quote } = bank.coreBank;
  mock.method(bank.coreBank, "quote", (order: Parameters<typeof quote>[0]) => {
    const exchange = { ratePpm: 12_000_000n, debitedMinor: order.amountMinor * 12n };
    const quoted = quote(order);
    return quoted && { ...quoted, exchange };
  });
};

describe("the exchange at approval", () => {
  withBankOnBothEngines((bank) => {
    const morning = (choices: PsuChoices = kari) => payerAt(bank(), "2026-11-16T07:00", choices);
    type Payer = Awaited<ReturnType<typeof morning>>;
    const startAt = async (payer: Payer, path: string): Promise<string> => {
      const started = await payer.post(`${path}/authorisations`);
      assert.equal(started.status, 201, started.text);
      assert.equal(started.json.psuMessage, undefined);
      return started.json._links.scaRedirect.href;
    };

    it("SCA-35: shows rate, debited amount, fee and total of an NCBCT in Norwegian", async () => {
      const payer = await morning();
      const link = await startAt(payer, await payer.create(ncbct, aCrossBorderPayment(hotel)));
      assert.deepEqual(readFacts(await openPage(bank(), link, "nb")), {
        hero: "1 345,60 EUR til Müller GmbH",
        facts: [
          "Til konto: DE89 3704 0044 0532 0130 00",
          "Mottakerens land: Tyskland",
          "Fra konto: Brukskonto 9990 10 10028",
          "Betales: 16. november 2026",
          "Valutakurs: 1 EUR = 11,52 NOK",
          "Belastes: ca. 15 501,32 NOK",
          "Gebyr: 68,76 NOK",
          "Totalt fra kontoen: ca. 15 570,08 NOK",
        ],
        notes: ["Kursen kan endre seg til betalingen blir utført."],
      });
    });

    it("SCA-35: shows the same in English, also for a later date", async () => {
      const payer = await morning();
      const body = aCrossBorderPayment({ ...hotel, requestedExecutionDate: "2027-05-18" });
      const link = await startAt(payer, await payer.create(ncbct, body));
      assert.deepEqual(readFacts(await openPage(bank(), link, "en")), {
        hero: "EUR 1,345.60 to Müller GmbH",
        facts: [
          "To account: DE89 3704 0044 0532 0130 00",
          "Payee’s country: Germany",
          "From account: Brukskonto 9990 10 10028",
          "Paid on: 18 May 2027",
          "Exchange rate: 1 EUR = 11.52 NOK",
          "Debited: about NOK 15,501.32",
          "Fee: NOK 68.76",
          "Total from the account: about NOK 15,570.08",
        ],
        notes: ["The rate may change until the payment is made."],
      });
    });

    for (const [title, account, amount, expected] of [
      ["NOK", inEuros, ["1152.00", "NOK"], ["1 EUR = 11,52 NOK", "ca. 100,00 EUR"]],
      ["USD", inEuros, ["100.00", "USD"], ["1 USD = 0,880208 EUR", "ca. 88,03 EUR"]],
      ["JPY", inKroner, ["5000", "JPY"], ["1 JPY = 0,0698 NOK", "ca. 349,00 NOK"]],
      ["KWD", inKroner, ["1.234", "KWD"], ["1 KWD = 33,10 NOK", "ca. 40,85 NOK"]],
    ] as const) {
      const from = account?.debtorAccount.currency;
      it(`SCA-35: shows ${title} from an account in ${from} with the digits of each`, async () => {
        const payer = await morning(henrikForSkarvoy);
        const order = amountOf(amount[0], amount[1]);
        const body = aCrossBorderPayment({ ...order, ...account });
        const link = await startAt(payer, await payer.create(ncbct, body));
        const page = await openPage(bank(), link, "nb", henrik);
        const written = amount[0].replace(".", ",").replace(/^(\d)(\d{3})\b/, "$1 $2");
        const unit = title === "NOK" ? "kr" : title;
        assert.equal(readFacts(page).hero, `${written} ${unit} til Müller GmbH`);
        const [rate, debited] = readCosts(page);
        assert.deepEqual(
          [rate, debited],
          [`Valutakurs: ${expected[0]}`, `Belastes: ${expected[1]}`],
        );
      });
    }

    it("SCA-35: quotes again when the SCA starts, and keeps what it shows", async (test) => {
      const payer = await morning();
      const created = await payer.post(ncbct, aCrossBorderPayment(amountOf("200.00", "EUR")));
      assert.match(created.json.psuMessage, /^About NOK 2,339\.76 .*\(1 EUR = 11\.52 NOK\)/);
      const path = `${ncbct}/${created.json.paymentId}`;
      const before = await startAt(payer, path);
      raiseEuro(test, bank());
      const after = await startAt(payer, path);
      const first = await openPage(bank(), before, "nb");
      assert.equal(readCosts(await openPage(bank(), after, "nb"))[1], "Belastes: ca. 2 400,00 NOK");
      assert.equal(readCosts(first)[1], "Belastes: ca. 2 304,00 NOK");
      await first.submit({ decision: "approve" });
      assert.equal(await payer.status(path), "ACTC", "a new rate voids nothing");
    });

    it("SCA-35: shows the sum of each account of a basket", async () => {
      const payer = await morning(henrikForSkarvoy);
      const members = [
        await payer.create(
          ncbct,
          aCrossBorderPayment({ ...amountOf("100.00", "EUR"), ...inKroner }),
        ),
        await payer.create(ndct, aPayment({ ...inKroner, ...aSum("500.00") })),
        await payer.create(ndct, aPayment({ ...inEuros, ...aSum("1152.00") })),
      ];
      const basket = await payer.post(baskets, { paymentIds: members.map(idOf) });
      const link = await startAt(payer, `${baskets}/${basket.json.basketId}`);
      const page = await openPage(bank(), link, "nb", henrik);
      assert.deepEqual(readFacts(page).facts.slice(1), [
        "Valutakurs: 1 EUR = 11,52 NOK",
        "Totalt fra kontoen: ca. 1 684,88 NOK 9990 10 10710",
        "Totalt fra kontoen: ca. 100,25 EUR 9990 20 20728",
      ]);
      assert.deepEqual(readFacts(page).notes, [
        "Kursen kan endre seg til betalingene blir utført.",
      ]);
      await page.submit({ decision: "approve" });
      for (const member of members) assert.match(await payer.tppStatus(member), /^ACTC$/);
    });

    it("SCA-35: shows the sum of a bulk, in a message and on the page", async () => {
      const payer = await morning(henrikForSkarvoy);
      const items = [aBulkItem(aSum("1152.00")), aBulkItem(aSum("2304.00"))];
      const created = await payer.post(bulkNdct, aBulk(items, inEuros));
      const body = expectBody(created, 201, paymentCreatedResponse);
      assert.match(body.psuMessage ?? "", /^About EUR 300\.75 .*\(1 EUR = 11\.52 NOK\)/);
      const link = await startAt(payer, `${bulkNdct}/${body.paymentId}`);
      const page = await openPage(bank(), link, "en", henrik);
      assert.deepEqual(readFacts(page).facts.slice(1), [
        "Exchange rate: 1 EUR = 11.52 NOK",
        "Fee: EUR 0.75",
        "Total from the account: about EUR 300.75",
      ]);
      await page.submit({ decision: "approve" });
      assert.equal(await payer.status(`${bulkNdct}/${body.paymentId}`), "ACTC");
    });

    it("SCA-35, SCA-30: shows it at the link of a single SCA", async () => {
      const response = await aTpp(bank()).send({
        path: `${ncbct}?allowLogicalDuplicate=true`,
        body: aCrossBorderPayment(hotel),
        headers: { ...callHeaders(), "PSU-Context": "PRIVATE", "PSU-Accept-Language": "nb" },
      });
      const { psuMessage, paymentId, _links } = expectBody(response, 201, paymentCreatedResponse);
      assert.equal(
        psuMessage,
        "Kontoen blir belastet med ca. 15 570,08 NOK, gebyr inkludert (1 EUR = 11,52 NOK). " +
          "Kursen den dagen betalingen blir utført, gjelder.",
      );
      const page = await openPage(bank(), _links.scaRedirect.href, "nb");
      assert.equal(readCosts(page)[3], "Totalt fra kontoen: ca. 15 570,08 NOK");
      await page.submit({ decision: "approve" });
      const payer = await morning();
      assert.equal(await payer.status(`${ncbct}/${paymentId}`), "ACTC");
    });

    it("SCA-35, HDR-09: shows it in the bank's app", async () => {
      const payer = await morning();
      const path = await payer.create(ncbct, aCrossBorderPayment(amountOf("300.00", "EUR")));
      const headers = { "TPP-Redirect-Preferred": "false" };
      await payer.psu.send({ method: "POST", path: `${path}/authorisations`, headers });
      const phone = new PageBrowser(bank().addresses.http);
      await phone.open("/app?lang=nb");
      await phone.submit({ customerNumber: kari.customerNumber, decision: "continue" });
      assert.equal(readCosts(phone)[3], "Totalt fra kontoen: ca. 3 494,64 NOK");
      await phone.submit({ decision: "approve" });
      assert.equal(await payer.status(path), "ACTC");
    });

    for (const [what, tamper] of [
      [
        "changed",
        (id: string) =>
          sql`update sca set shown = replace(shown, '1152', '1132') where subject_id = ${id}`,
      ],
      ["removed", (id: string) => sql`update sca set shown = null where subject_id = ${id}`],
    ] as const) {
      it(`SCA-35: voids the SCA if the estimate was ${what} in the database`, async () => {
        const payer = await morning();
        const alone = await payer.create(ncbct, aCrossBorderPayment());
        const member = await payer.create(ncbct, aCrossBorderPayment());
        const basket = await payer.post(baskets, { paymentIds: [idOf(member)] });
        for (const path of [alone, `${baskets}/${basket.json.basketId}`]) {
          const link = await startAt(payer, path);
          await bank().storage.write(() => run(tamper(idOf(path))));
          const { searchParams } = await finishSca(bank(), link, kari);
          assert.equal(searchParams.get("code"), "SCA_INVALID");
        }
        for (const path of [alone, member]) assert.equal(await payer.status(path), "RCVD");
      });
    }

    it("SCA-35: changes nothing for a payment without an exchange", async () => {
      const payer = await morning();
      const created = await payer.post(ndct, aPayment());
      assert.equal(created.json.psuMessage, undefined);
      const path = `${ndct}/${created.json.paymentId}`;
      const page = readFacts(await openPage(bank(), await startAt(payer, path), "nb"));
      assert.doesNotMatch(page.facts.join("\n"), /Valutakurs|Belastes|ca\./);
      assert.deepEqual(page.notes, []);
      const stored = await bank().storage.read(() =>
        all(sql`select shown from sca where subject_id = ${idOf(path)}`),
      );
      assert.deepEqual(stored, [{ shown: null }]);
    });

    it("SCA-35: refuses what has no rate, at creation and when the SCA starts", async (test) => {
      const payer = await morning();
      const path = await payer.create(ncbct, aCrossBorderPayment());
      test.mock.method(bank().bank.coreBank, "quote", () => undefined);
      const started = await payer.post(`${path}/authorisations`);
      const gone = expectRefusal(started, 409, "CONFLICT");
      assert.equal(gone.text, "Currency EUR is no longer supported.");
      const created = await payer.post(ncbct, aCrossBorderPayment());
      const unknown = expectRefusal(created, 400, "PAYMENT_FAILED");
      assert.equal(unknown.path, "/instructedAmount/currency");
    });
  });
});

/** The amount of a domestic payment. */
const aSum = (amount: string) => ({ instructedAmount: { amount, currency: "NOK" } });
