/** The payment products of the interface, by their usual abbreviations. */
export const paymentProducts = {
  NDCT: {
    path: "norwegian-domestic-credit-transfers",
    services: ["payments", "bulk-payments", "periodic-payments"],
  },
  NCBCT: { path: "norwegian-cross-border-credit-transfers", services: ["payments"] },
  INDCTS: { path: "instant-norwegian-domestic-credit-transfers-straks", services: ["payments"] },
  CBCT: { path: "cross-border-credit-transfers", services: ["payments"] },
  SCT: { path: "sepa-credit-transfers", services: ["payments"] },
} as const;

export type PaymentProduct = keyof typeof paymentProducts;

export const paymentServices = ["payments", "bulk-payments", "periodic-payments"] as const;
export type PaymentService = (typeof paymentServices)[number];
