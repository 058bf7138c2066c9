import {
  agreementsResponse,
  consentResponse,
  contactInformationBody,
  fundsConfirmationBody,
  fundsConfirmationResponse,
  userResponse,
} from "../schemas/index.ts";
import { get, post, put } from "./define-operation.ts";

const consents = "/v1/bank-offered-consents";
const contact = "/v1/tpps/{tppId}/contact-information";

/** Consents, agreements, the PSU, funds, and the TPP's own contact information. */
export const psuOperations = {
  createConsent: post("createConsent", consents, { response: consentResponse }),
  createConsentDeprecated: post("createConsent", "/v1/consents", {
    response: consentResponse,
    deprecation: { noticeOn: "2026-06-01", sunsetOn: "2027-01-01", successor: consents },
  }),
  listAgreements: get("readUser", "/v1/agreements", {
    // A TPP that acts for a corporation needs its agreements, to pay and to read accounts alike.
    roles: ["PSP_PI", "PSP_AI"],
    agreement: "none",
    response: agreementsResponse,
  }),
  readUser: get("readUser", "/v1/user", { response: userResponse }),
  readUsers: get("readUser", "/v1/users", { response: userResponse }),
  confirmFunds: post("confirmFunds", "/v1/funds-confirmations", {
    status: 200,
    body: fundsConfirmationBody,
    response: fundsConfirmationResponse,
    isRepeatable: true,
  }),
  putContact: put("manageContact", contact, {
    body: contactInformationBody,
    response: contactInformationBody,
  }),
  readContact: get("manageContact", contact, { response: contactInformationBody }),
};
