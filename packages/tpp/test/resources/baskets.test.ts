import assert from "node:assert/strict";
import { test } from "node:test";
import { aScene } from "../a-client.ts";

const scene = (context: Parameters<typeof aScene>[0], body: object) =>
  aScene(context, () => ({ status: 201, body: { transactionStatus: "RCVD", ...body } }));

test("sends the ids as paymentIds", async (context) => {
  const { client, bank, psu } = await scene(context, { basketId: "b-1" });
  const basket = await client.baskets.create(["p-1", "p-2"], psu);
  assert.equal(basket.basketId, "b-1");
  assert.equal(String(bank.requests[0]?.body), '{"paymentIds":["p-1","p-2"]}');
});

test("reads the id of a basket from its links", async (context) => {
  const self = { href: "/v1/signing-baskets/b%207/status", verbs: ["GET"] };
  const { client, psu } = await scene(context, { _links: { self } });
  assert.equal((await client.baskets.create(["p-1"], psu)).basketId, "b 7");
});

test("throws if the response does not name the basket", async (context) => {
  const { client, psu } = await scene(context, {});
  await assert.rejects(client.baskets.create(["p-1"], psu), { name: "TppError" });
});
