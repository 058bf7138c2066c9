import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { PaymentProduct } from "@varde/protocol";
import { readOrder } from "../../src/payments/payment-order.ts";
import { findRoute, type Route } from "../../src/payments/payment-route.ts";
import type { CoreAccount, CoreBank } from "../../src/ports/core-bank.ts";

const bank = (ours?: Partial<CoreAccount>) => ({
  coreBank: { findAccount: () => ours } as unknown as CoreBank,
});

const order = (creditorAccount: object, creditorAgent?: string) =>
  readOrder({
    instructedAmount: { amount: "1.00", currency: "NOK" },
    creditorName: "Ola",
    creditorAccount,
    debtorAccount: { bban: "95360573002" },
    ...(creditorAgent !== undefined && { creditorAgent }),
  });

/** The routes of the interface's own products, repeated so that none can change unnoticed. */
const routesOut: readonly (readonly [PaymentProduct, Route])[] = [
  ["NDCT", "clearing"],
  ["NCBCT", "cross-border"],
  ["INDCTS", "instant"],
  ["CBCT", "cross-border"],
  ["SCT", "cross-border"],
];

describe("the route of a payment", () => {
  for (const [product, expected] of routesOut) {
    test(`${product} to another bank takes the route of the product`, async () => {
      const route = await findRoute(
        product,
        order({ iban: "DE89370400440532013000" }),
        "w",
        bank(),
      );
      assert.equal(route, expected);
    });

    test(`${product} to an IBAN of ours stays inside the bank`, async () => {
      const ours = bank({ bic: "VARDNO21" });
      assert.equal(await findRoute(product, order({ iban: "NO93" }), "w", ours), "own-bank");
    });
  }

  test("a number of ours abroad is ours only with our BIC, whatever the branch", async () => {
    const ours = bank({ bic: "VARDNO21XXX" });
    const to = (bic: string) => findRoute("CBCT", order({ bban: "12345678903" }, bic), "w", ours);
    assert.equal(await to("VARDNO21"), "own-bank");
    assert.equal(await to("COBADEFF"), "cross-border");
  });

  test("a domestic number of ours is ours without a BIC", async () => {
    const ours = bank({ bic: "VARDNO21" });
    assert.equal(await findRoute("NDCT", order({ bban: "12345678903" }), "w", ours), "own-bank");
  });
});
