import assert from "node:assert/strict";
import { test } from "node:test";
import type { Quote, QuoteRefusal } from "@varde/bank";
import { serveLocally } from "@varde/testkit/processes";
import { createHttpCoreBank } from "../src/index.ts";
import { portListener } from "./a-core-bank-server.ts";

const abroad = {
  route: "cross-border",
  amountMinor: 100_00n,
  currency: "EUR",
  debtorCurrency: "NOK",
  creditorCountry: "SE",
  isUrgent: false,
} as const;

test("quotes the first fee that fits, and the share for an exchange", async () => {
  await using server = await serveLocally(portListener());
  const http = createHttpCoreBank({ url: server.url });
  await http.connect().finally(http.close);
  const fee = (change: object) => quoted(http.coreBank.quote({ ...abroad, ...change }))?.feeMinor;
  // 100 EUR are 1152 NOK, and a quarter of a percent of that is 2.88 NOK.
  assert.equal(fee({}), 3_000n + 288n);
  assert.equal(fee({ isUrgent: true }), 23_000n + 288n);
  assert.equal(fee({ creditorCountry: "US", isUrgent: true }), 5_000n + 288n);
  assert.equal(fee({ route: "clearing", currency: "NOK" }), 0n);
  // 30 NOK are 2.604 EUR, rounded up to 2.61.
  assert.equal(fee({ debtorCurrency: "EUR" }), 261n);
  assert.equal(fee({ currency: "XXX" }), undefined);
  assert.equal(http.coreBank.convertToNokMinor(1_000n, "JPY"), 6_980n);
  assert.throws(() => http.coreBank.convertToNokMinor(1n, "USD"), /no rate for USD/);
});

test("SCA-35: quotes the rate and the debited amount of an exchange", async () => {
  await using server = await serveLocally(portListener());
  const http = createHttpCoreBank({ url: server.url });
  await http.connect().finally(http.close);
  const exchange = (change: object) =>
    quoted(http.coreBank.quote({ ...abroad, ...change }))?.exchange;
  assert.deepEqual(exchange({}), { ratePpm: 11_520_000n, debitedMinor: 1_152_00n });
  assert.deepEqual(exchange({ currency: "NOK", debtorCurrency: "EUR" }), {
    ratePpm: 86_806n,
    debitedMinor: 8_69n,
  });
  assert.deepEqual(exchange({ amountMinor: 5_000n, currency: "JPY" }), {
    ratePpm: 69_800n,
    debitedMinor: 349_00n,
  });
  assert.equal(exchange({ debtorCurrency: "EUR" }), undefined);
});

/** Fails if the payment cannot be exchanged. */
const quoted = (quote: Quote | QuoteRefusal | undefined): Quote | undefined => {
  assert(quote === undefined || !("refused" in quote));
  return quote;
};

test("reads the price list again in time, and uses an old one only for a while", async () => {
  const state = { now: 1_000_000, reads: 0, isDown: false };
  await using server = await serveLocally((request, response) => {
    state.reads += 1;
    if (!state.isDown) return portListener()(request, response);
    request.resume();
    response.writeHead(503).end();
  });
  const http = createHttpCoreBank({
    url: server.url,
    priceListMs: 1_000,
    priceListMsMax: 10_000,
    now: () => state.now,
  });
  const { coreBank, connect } = http;
  assert.throws(() => coreBank.quote(abroad), /no current price list/);
  await connect();
  assert(coreBank.quote(abroad) !== undefined);
  assert.equal(state.reads, 1);
  state.now += 1_000;
  state.isDown = true;
  assert(coreBank.quote(abroad) !== undefined);
  await assert.rejects(connect(), /readPriceList: the core bank returned 503/);
  assert.equal(state.reads, 2);
  state.now += 9_000;
  assert.throws(() => coreBank.quote(abroad), /no current price list/);
  await assert.rejects(connect());
  state.isDown = false;
  await connect();
  assert(coreBank.quote(abroad) !== undefined);
  http.close();
});
