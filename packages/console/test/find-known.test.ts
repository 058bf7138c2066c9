import "./a-page.ts";
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { findKnown, findStored } from "../src/find-known.ts";
import { rows } from "../src/live/exchanges.ts";
import { worldId, worlds } from "../src/live/world.ts";
import { anExchange } from "./an-exchange.ts";

const pages = [
  { title: "A first payment", address: "/docs/guides/first-payment" },
  { title: "Signing", address: "/docs/guides/signing" },
];
const kinds = (text: string) => findKnown(text, pages).map(({ kind, name }) => `${kind}: ${name}`);
const reached: string[] = [];
const { fetch } = globalThis;

beforeEach(() => {
  rows.value = [
    anExchange({ exchangeId: "7", operation: "createPayment", target: "/v1/payments/x" }),
  ];
  worlds.value = [
    { worldId: "1", name: "Min TPP", openedAt: 0, lastUsedAt: 0 },
  ] as unknown as typeof worlds.value;
  worldId.value = "1";
  reached.length = 0;
  globalThis.fetch = async (url) => {
    reached.push(String(url));
    const { pathname } = new URL(String(url));
    const payment = { paymentId: "p", amount: "1.00", currency: "NOK", creditor: "Ola" };
    return Response.json(
      pathname.endsWith("/payments/all")
        ? { payments: [{ ...payment, status: "RCVD" }] }
        : { customers: [{ customerId: "c", name: "Kari Nordli" }] },
    );
  };
});
afterEach(() => {
  globalThis.fetch = fetch;
});

test("an empty palette lists commands only", () => {
  assert.ok(findKnown("", pages).every(({ kind }) => kind === "command"));
});

test("requests, TPPs and pages of the documentation are found by words", () => {
  assert.ok(kinds("first payment").includes("page: A first payment"));
  assert.deepEqual(
    findKnown("createpayment", pages).map(({ kind }) => kind),
    ["request"],
  );
  assert.deepEqual(kinds("min tpp").slice(0, 1), ["TPP: Requests of Min TPP"]);
});

test("a found entry leads to its page", () => {
  findKnown("createpayment", pages)[0]?.run();
  assert.equal(location.hash, "#/requests/7");
  findKnown("min tpp", pages)[0]?.run();
  assert.equal(decodeURIComponent(location.hash), '#/requests?q=tpp:"Min TPP"');
});

test("payments of all worlds and people of the selected one are asked for", async () => {
  const found = await findStored(" ola ");
  assert.deepEqual(
    found.map(({ kind, name }) => [kind, name]),
    [
      ["payment", "1.00 NOK to Ola, RCVD"],
      ["person", "Kari Nordli"],
    ],
  );
  assert.ok(
    reached.every((url) => /[?&]text=ola(&|$)/.test(url)),
    reached.join(),
  );
  assert.deepEqual(await findStored("  "), []);
  assert.equal(reached.length, 2, "nothing is asked without words");
});
