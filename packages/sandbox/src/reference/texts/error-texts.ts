import type { TppMessageCode } from "@varde/protocol";

/** Why a code is answered and what to do about it. */
export interface ErrorText {
  readonly cause: string;
  readonly remedy: string;
  /** Other statuses than the code's own under which it occurs. */
  readonly alsoStatus?: readonly number[];
}

export const errorTexts: Readonly<Record<TppMessageCode, ErrorText>> = {
  FORMAT_ERROR: {
    cause:
      "A value in the body, a header or the query has the wrong form, or holds a character that " +
      "the bank's systems cannot process. All such faults of a request are listed together.",
    remedy: "Mend what path names: a JSON pointer into the body, a header or a parameter.",
  },
  BAD_REQUEST: {
    cause:
      "Signature, Digest or Date does not hold, or something is wrong with the request as a " +
      "whole: method, media type, size.",
    remedy:
      "Read text. For the signature, follow the Varde-Explain header, or run varde explain on " +
      "the raw request.",
    alsoStatus: [405, 406, 413, 415, 431],
  },
  HTTP_HEADER_REQUIRED: {
    cause: "The header that path names is missing.",
    remedy: "Send it, and sign it if it is one of those a signature covers.",
  },
  QUERY_PARAMETER_REQUIRED: {
    cause: "The query parameter that path names is missing. No operation needs one today.",
    remedy: "Send it.",
  },
  KID_MISSING: {
    cause: "The payee takes only payments with a KID.",
    remedy: "Send the KID as reference in remittanceInformationStructuredArray.",
  },
  KID_INVALID: {
    cause: "The KID has a wrong check digit or length for this payee.",
    remedy: "Have the PSU check the KID on the bill.",
  },
  EXECUTION_DATE_INVALID: {
    cause:
      "The day lies in the past or more than a year ahead, or a periodic payment has no bank day " +
      "left. As a WARNING: the day is not a bank day, or it had passed, or its last cut-off had, " +
      "and the payment was moved to the next bank day.",
    remedy: "Choose a bank day from today on.",
  },
  PAYMENT_FAILED: {
    cause:
      "The payment looks like one made within the last 24 hours, or the bank cannot make it. In " +
      "a redirect after SCA: the account lacks the money.",
    remedy:
      "If the PSU means to pay twice, repeat the call with allowLogicalDuplicate=true. Otherwise " +
      "read text.",
  },
  REFERENCE_MIX_INVALID: {
    cause: "A basket holds a bulk or a periodic payment.",
    remedy: "Put single payments into baskets, and approve the others by themselves.",
  },
  SCA_NOT_FOUND: {
    cause: "There is no SCA in this session.",
    remedy: "Send the PSU to scaRedirect, and repeat the call with the psu-id that comes back.",
  },
  SCA_EXPIRED: {
    cause: "The session's SCA is older than an hour.",
    remedy: "Send the PSU to scaRedirect.",
  },
  SCA_INVALID: {
    cause: "The session was replaced by a newer one or belongs to another PSU, or the PSU refused.",
    remedy: "Send the PSU to scaRedirect.",
  },
  PSU_CREDENTIALS_INVALID: {
    cause: "The bank does not know the PSU-ID, or not from this TPP.",
    remedy: "Forget the PSU-ID and send the PSU to scaRedirect.",
  },
  CONSENT_EXPIRED: {
    cause: "The PSU's consent is older than 180 days.",
    remedy: "Send the PSU to scaRedirect to renew it.",
  },
  CONSENT_INVALID: {
    cause: "The PSU has given this TPP no consent.",
    remedy: "Send the PSU to scaRedirect to choose accounts.",
  },
  CONSENT_UNKNOWN: {
    cause: "The PSU has not given consent to this account, or has taken it back.",
    remedy: "Ask for consent (POST /v1/bank-offered-consents) and let the PSU tick it.",
  },
  FORBIDDEN: {
    cause: "The certificate is not accepted, or does not carry the role the operation needs.",
    remedy: "Use a valid seal certificate with the role; in the sandbox make one: varde tpp new.",
  },
  PRODUCT_INVALID: {
    cause: "The account may not make this kind of payment.",
    remedy: "Choose another account or another product.",
  },
  PRODUCT_UNKNOWN: {
    cause: "The bank does not have this payment product under this service.",
    remedy: "Use one of the paths of the reference.",
  },
  RESOURCE_UNKNOWN: {
    cause: "There is no such thing, or it is not yours; the answer is the same for both.",
    remedy: "Check the id, and that it belongs to this TPP, PSU and product.",
    alsoStatus: [400],
  },
  NOT_FOUND: {
    cause: "The interface has no such path. In production this holds for all of /v1/sandbox.",
    remedy: "Check the path and the prefix the bank serves the interface under.",
  },
  CONFLICT: {
    cause:
      "The X-Request-ID was used for another request, or the state of the thing does not allow " +
      "what was asked: a payment being processed cannot be deleted.",
    remedy: "Use a new X-Request-ID for a new request, or read the status first.",
  },
  ACCESS_EXCEEDED: {
    cause: "More than 4 calls in 24 hours for this account while the PSU was away.",
    remedy: "Wait as long as Retry-After says, or call when the PSU is there (PSU-IP-Address).",
  },
  SYSTEM_ERROR: {
    cause: "The bank has failed; with 503 it is overloaded or its database is away.",
    remedy:
      "Repeat the request under the same X-Request-ID, after Retry-After when there is one: a " +
      "payment is never made twice.",
    alsoStatus: [503],
  },
};
