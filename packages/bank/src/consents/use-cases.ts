import type { UseCases } from "../http/create-server.ts";
import { createConsent } from "./create-consent.ts";

/** The operations on consents, by their names in the operations table. */
export const consentUseCases: UseCases = {
  createConsent,
  createConsentDeprecated: createConsent,
};
