import type { TppMessageCode } from "@varde/protocol";

/** The cause of an error code, and how to fix it. */
export interface ErrorText {
  readonly cause: string;
  readonly remedy: string;
  /** Further HTTP statuses with which the code occurs. */
  readonly alsoStatus?: readonly number[];
}

export const errorTexts: Readonly<Record<TppMessageCode, ErrorText>> = {
  FORMAT_ERROR: {
    cause:
      "A value in the body, a header or the query is malformed, or contains a character that the " +
      "bank's systems cannot process. All such errors of a request are listed together.",
    remedy:
      "Correct the value named by path: a JSON pointer for a body field, or the name of a header " +
      "or query parameter.",
  },
  BAD_REQUEST: {
    cause:
      "Signature, Digest or Date is invalid, the signature was already used for another request, " +
      "or the request as a whole is invalid: method, media type or size.",
    remedy:
      "For a signature error, open the link in the Varde-Explain header, or run npx varde " +
      "explain with the raw request; the guide Signing requests has every rule. Otherwise correct " +
      "what text names: Content-Type, Accept, the method or the size.",
    alsoStatus: [405, 406, 413, 415, 431],
  },
  HTTP_HEADER_REQUIRED: {
    cause: "The header named by path is missing.",
    remedy:
      "Send the header that path names. If it is one of the headers that must be signed, add it " +
      "to headers in Signature.",
  },
  QUERY_PARAMETER_REQUIRED: {
    cause:
      "The query parameter named by path is missing. No operation requires a parameter at present.",
    remedy: "Send the query parameter that path names.",
  },
  KID_MISSING: {
    cause: "The creditor account requires a KID.",
    remedy: "Send the KID as reference in remittanceInformationStructuredArray.",
  },
  KID_INVALID: {
    cause: "The KID has the wrong check digit or length for this creditor account.",
    remedy: "Ask the PSU to compare reference with the KID on the invoice.",
  },
  EXECUTION_DATE_INVALID: {
    cause:
      "The execution date is in the past or more than a year ahead, or a periodic payment has no " +
      "bank day left. As a WARNING: the date is not a bank day, or the date or its last cut-off " +
      "has passed, and the payment was moved to the next bank day.",
    remedy: "Send a bank day from today on as requestedExecutionDate, startDate or endDate.",
  },
  PAYMENT_FAILED: {
    cause:
      "The payment is a logical duplicate of one from the last 24 hours, or the bank cannot " +
      "execute it. In a redirect after SCA: the debtor account has insufficient funds.",
    remedy:
      "If the PSU wants to pay twice, repeat the request with allowLogicalDuplicate=true. " +
      "Otherwise change the field that path names, such as debtorAccount.",
  },
  REFERENCE_MIX_INVALID: {
    cause: "paymentIds contains a bulk or periodic payment.",
    remedy: "Remove it from paymentIds, and authorise it separately with POST …/authorisations.",
  },
  SCA_NOT_FOUND: {
    cause: "There is no SCA in this TPP-Session-ID, or the PSU has no session with this TPP.",
    remedy: "Redirect the PSU to scaRedirect, then repeat the request with the returned PSU-ID.",
  },
  SCA_EXPIRED: {
    cause: "The SCA of this session is older than an hour.",
    remedy: "Redirect the PSU to scaRedirect, then repeat the request with PSU-ID.",
  },
  SCA_INVALID: {
    cause:
      "The session was replaced by a newer one or belongs to another PSU, or the PSU refused the " +
      "SCA.",
    remedy:
      "Redirect the PSU to scaRedirect, then repeat the request with the returned TPP-Session-ID.",
  },
  PSU_CREDENTIALS_INVALID: {
    cause: "The PSU-ID is unknown, or was issued to another TPP.",
    remedy: "Delete the stored PSU-ID and redirect the PSU to scaRedirect to get the right one.",
  },
  CONSENT_EXPIRED: {
    cause: "The PSU's consent is older than 180 days.",
    remedy: "Redirect the PSU to scaRedirect to renew the consent.",
  },
  CONSENT_INVALID: {
    cause: "The PSU has not given this TPP any consent.",
    remedy: "Redirect the PSU to scaRedirect to select accounts.",
  },
  CONSENT_UNKNOWN: {
    cause: "The PSU has not given consent to this account, or has revoked it.",
    remedy:
      "Request consent with POST /v1/bank-offered-consents, where the PSU can select the account.",
  },
  FORBIDDEN: {
    cause: "The certificate is not accepted, or lacks the role that the operation requires.",
    remedy:
      "Use a valid seal certificate with this role in TPP-Signature-Certificate. In the sandbox, " +
      "npx varde tpp new creates one.",
  },
  PRODUCT_INVALID: {
    cause: "The debtor account cannot make this kind of payment.",
    remedy: "Use another debtorAccount or another payment product.",
  },
  PRODUCT_UNKNOWN: {
    cause: "The bank does not offer this payment product in this service.",
    remedy: "Use a path such as /v1/payments/norwegian-domestic-credit-transfers.",
  },
  RESOURCE_UNKNOWN: {
    cause:
      "The resource does not exist, or belongs to someone else. The response is the same for both.",
    remedy:
      "Check the id in the path or body, and that it belongs to this PSU-ID and payment product.",
    alsoStatus: [400],
  },
  NOT_FOUND: {
    cause: "The interface has no such path. In production this includes all of /v1/sandbox.",
    remedy:
      "Check the path, and the path prefix before /v1 (pathPrefix in the output of npx varde " +
      "config).",
  },
  CONFLICT: {
    cause:
      "The X-Request-ID was used for a different request, or the state of the resource does not " +
      "allow the operation. For example, a payment with status PDNG cannot be deleted.",
    remedy: "Use a new X-Request-ID for a new request, or read transactionStatus first.",
  },
  ACCESS_EXCEEDED: {
    cause: "More than 4 calls in 24 hours for this account without the PSU present.",
    remedy:
      "Wait for the time in Retry-After, or send PSU-IP-Address in a request with the PSU present.",
  },
  SYSTEM_ERROR: {
    cause:
      "The bank has an internal error. With 503 it is overloaded or its database is unavailable.",
    remedy:
      "Repeat the request with the same X-Request-ID, after Retry-After if it is sent. A payment " +
      "is never executed twice.",
    alsoStatus: [503],
  },
};
