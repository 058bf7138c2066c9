import type { UseCases } from "../http/use-case.ts";
import { createConsent } from "./create-consent.ts";

/** The operations on consents, by their names in the operations table. */
export const consentUseCases: UseCases = {
  createConsent,
  createConsentDeprecated: createConsent,
};
