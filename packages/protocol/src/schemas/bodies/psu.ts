import { limits } from "../../limits.ts";
import { bounds } from "../bounds.ts";
import { accountReference } from "../parts/account-reference.ts";
import { amount } from "../parts/amount.ts";
import { links } from "../parts/response-parts.ts";
import { boolean, list, object, optional, type Static, string, text } from "../schema.ts";

/** The response when a consent is created, with the address to redirect the PSU to. */
export const consentResponse = object({ _links: links });
export type ConsentResponse = Static<typeof consentResponse>;

export const userResponse = object({ psuId: string() });
export type UserResponse = Static<typeof userResponse>;

/** The corporate agreements a PSU may act under. */
export const agreementsResponse = object({
  agreements: list(object({ psuCorporateId: string(), name: string(), _links: optional(links) })),
});
export type AgreementsResponse = Static<typeof agreementsResponse>;

/** A request to confirm that an account has an amount available. */
export const fundsConfirmationBody = object({
  account: accountReference,
  instructedAmount: amount,
  creditor: optional(text({ maxLength: limits.nameCharactersMax })),
});
export type FundsConfirmationBody = Static<typeof fundsConfirmationBody>;

export const fundsConfirmationResponse = object({ fundsAvailable: boolean() });
export type FundsConfirmationResponse = Static<typeof fundsConfirmationResponse>;

/** The address where a TPP receives operational notices. */
export const contactInformationBody = object({
  email: string({
    maxLength: bounds.emailCharactersMax,
    pattern: "^[!-?A-~]+@[!-?A-~][!-,/-?A-~-]*\\.[!-?A-~]+$",
    description: "an email address, like psd2@tpp.example",
  }),
});
export type ContactInformationBody = Static<typeof contactInformationBody>;
