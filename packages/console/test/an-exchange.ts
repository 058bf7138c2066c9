import type { ExchangeSummary } from "@varde/protocol";

let made = 0;

/** A summary of a request that succeeded, each with an id of its own. */
export const anExchange = (changed: Partial<ExchangeSummary> = {}): ExchangeSummary => {
  made += 1;
  return {
    exchangeId: `exchange-${made}`,
    at: "2026-06-01T10:00:00.000Z",
    operation: "createPayment",
    target: "/v1/payments/norwegian-domestic-credit-transfers",
    tpp: "Example TPP",
    status: 201,
    ms: 12,
    warnings: 0,
    resources: [],
    ...changed,
  };
};
