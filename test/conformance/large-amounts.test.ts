import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { addMinor } from "@varde/protocol/money";
import type { TestBank } from "@varde/sandbox";
import { withBankOnBothEngines } from "@varde/testkit/bank";
import { aBulk, aBulkItem, aPayer, aPayment, bulkNdct, ndct } from "@varde/testkit/payments";
import { finishSca, kari, sunniva, trym } from "@varde/testkit/psu";
import { expectRefusal } from "@varde/testkit/responses";
import fc from "fast-check";
import { daily, project } from "./company-payments.ts";
import { anAccount, DataScript, siri } from "./data-script.ts";

const debtorAccount = { bban: daily.bban, currency: "NOK" };

/** The greatest amounts of the interface have 13 digits before the point. */
const digits = { NOK: 2, KWD: 3 } as const;
type Code = keyof typeof digits;
const most = (currency: Code) => 10n ** BigInt(13 + digits[currency]) - 1n;

const format = (minor: bigint, currency: Code): string => {
  const text = String(minor).padStart(digits[currency] + 1, "0");
  return `${text.slice(0, -digits[currency])}.${text.slice(-digits[currency])}`;
};

const item = (minor: bigint, currency: Code) =>
  aBulkItem({ instructedAmount: { amount: format(minor, currency), currency } });

/** Bulks whose sums are around 18 digits, or around 64 bits. */
const bulk = fc.constantFrom<Code[]>("NOK", "KWD").chain((currency) =>
  fc.record({
    currency: fc.constant(currency),
    below: fc.bigInt({ min: 0n, max: 10n ** 14n }),
    count: fc.constantFrom(2, 29, 30, 31, 100, 101),
  }),
);

describe("amounts near the greatest", () => {
  withBankOnBothEngines((bank) => {
    it("VAL-21: a bulk is refused or signed by two people, whatever its sum is", async () => {
      const [first, second] = [await aPayer(bank(), sunniva), await aPayer(bank(), trym)];
      for (const { currency, below, count } of fc.sample(bulk, { numRuns: 8, seed: 1 })) {
        const amounts = Array.from({ length: count }, (_, at) =>
          at === 0 ? most(currency) - below : most(currency),
        );
        const items = amounts.map((minor) => item(minor, currency));
        const created = await first.post(bulkNdct, aBulk(items, { debtorAccount }));
        if (typeof addMinor(...amounts) === "string") {
          assert.equal(expectRefusal(created, 400, "FORMAT_ERROR").path, "/payments");
          continue;
        }
        // A dinar is worth 33.1 kroner, so 31 of these amounts are too much for one account.
        if (currency === "KWD" && count > 30) {
          expectRefusal(created, 400, "PAYMENT_FAILED");
          continue;
        }
        assert.equal(created.status, 201, created.text);
        const path = `${bulkNdct}/${created.json.paymentId}`;
        for (const payer of [first, second]) {
          const started = await payer.post(`${path}/authorisations`);
          if (started.status !== 201) {
            expectRefusal(started, 400, "PAYMENT_FAILED");
            continue;
          }
          await finishSca(bank(), started.json._links.scaRedirect.href, payer.choices);
        }
        assert.ok(["RCVD", "ACCP", "ACTC"].includes(await first.status(path)));
      }
      assert.deepEqual(await bank().checkBooks(), []);
    });

    it("VAL-21: the sum of a bulk of 1000 payments has 18 digits at most", async () => {
      const payer = await aPayer(bank(), kari);
      const thousand = (minor: bigint, currency: Code) =>
        aBulk(Array.from({ length: 1_000 }, () => item(minor, currency)));
      const created = await payer.post(bulkNdct, thousand(most("NOK"), "NOK"));
      assert.equal(created.status, 201, created.text);
      const refused = await payer.post(bulkNdct, thousand(most("KWD"), "KWD"));
      assert.match(expectRefusal(refused, 400, "FORMAT_ERROR").text, /more than 18 digits/);
    });

    it("VAL-21: what a person signs in a day has 18 digits at most", async () => {
      const payer = await aPayer(bank(), sunniva);
      const account = { debtorAccount: { bban: project.bban, currency: "NOK" } };
      const thirty = Array.from({ length: 30 }, () => item(most("KWD"), "KWD"));
      const single = (below: bigint) =>
        aPayment({ ...item(most("KWD") - below, "KWD"), ...account });
      const payments = [
        await payer.create(bulkNdct, aBulk(thirty, account)),
        await payer.create(ndct, single(0n)),
      ];
      const started: string[] = [];
      for (const payment of payments) {
        const response = await payer.post(`${payment}/authorisations`);
        assert.equal(response.status, 201, response.text);
        started.push(response.json._links.scaRedirect.href);
      }
      const ended: (string | null)[] = [];
      for (const href of started) {
        ended.push((await finishSca(bank(), href, payer.choices)).searchParams.get("code"));
      }
      assert.deepEqual(ended, [null, "PAYMENT_FAILED"]);
      const late = await payer.post(`${await payer.create(ndct, single(1n))}/authorisations`);
      assert.match(expectRefusal(late, 400, "PAYMENT_FAILED").text, /18 digits/);
    });

    it("VAL-21: test data is refused if a balance or a rate cannot be stored", async () => {
      const script = await dataScript(bank());
      const most13 = "9999999999999.999";
      const body = {
        ...anAccount,
        ...{ bban: "12345678901", currency: "KWD", creditLine: most13 },
        balances: [{ balanceType: "closingBooked", balanceAmount: { amount: most13 } }],
      };
      const opened = await script.send("/v1/sandbox/accounts", body, 201);
      const transactions = Array.from({ length: 1_000 }, () => ({
        transactionAmount: { amount: most13, currency: "KWD" },
        ...{ bookingDate: "2026-01-05", valueDate: "2026-01-05" },
      }));
      const path = opened._links.transactions.href;
      const refused = await script.send(path, transactions, 400);
      assert.match(refused.tppMessages[0].text, /more than 18 digits/);
      const statuses: number[] = [];
      for (let count = 0; count < 3; count += 1) {
        const { status } = await script.tpp.send({ path, body: transactions.slice(0, 50) });
        statuses.push(status);
      }
      assert.deepEqual(statuses, [201, 201, 400]);
      const card = {
        ...{ customerNumber: siri.customerNumber, maskedPan: "492500******1234" },
        ...{ currency: "NOK", creditLimit: "100.00", accountName: "Card" },
      };
      const cards = await script.send("/v1/sandbox/card-accounts", card, 201);
      const purchase = {
        transactionAmount: { amount: "-9999999999999.99", currency: "NOK" },
        originalAmount: { amount: "1", currency: "XDR" },
        ...{ transactionDate: "2026-01-05", bookingDate: "2026-01-05" },
      };
      const odd = await script.send(cards._links.transactions.href, [purchase], 400);
      assert.equal(odd.tppMessages[0].path, "/0/originalAmount/amount");
      assert.deepEqual(await bank().checkBooks(), []);
    });
  });
});

const dataScript = async (bank: TestBank): Promise<DataScript> => {
  const script = new DataScript(bank);
  const created = await script.tpp.send({ path: "/v1/sandbox/customers", body: siri });
  assert.ok([201, 409].includes(created.status), created.text);
  return script;
};
