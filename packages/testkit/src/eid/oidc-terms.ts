import { clientId } from "./test-provider.ts";

/** The options that a bank and the test provider have agreed on. */
export const oidcTerms = {
  clientId,
  levels: ["low", "substantial", "high"],
  levelMin: "substantial",
  identityClaim: "nin",
  approval: { parameter: "claims", claim: "transaction_text" },
  idTokenAlgorithm: "ES256",
} as const;
