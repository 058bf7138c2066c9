/**
 * Facts about one request of a TPP and its response: enough to judge the client, without bodies. A
 * sandbox records them; a bank could record the same.
 */
export interface RequestFact {
  readonly kind: "request";
  /** Place among the facts; requests and SCAs share one order. */
  readonly number: number;
  /** Machine time of the receipt, in epoch milliseconds. */
  readonly at: number;
  /** Time of the bank's clock, which a sandbox can move; the machine's if the TPP is unknown. */
  readonly worldAt: number;
  /** Milliseconds until the response. */
  readonly ms: number;
  readonly operation: string;
  /** Path and query as sent, shortened. */
  readonly target: string;
  /** HTTP status; 0 if the connection was closed without a response. */
  readonly status: number;
  /** Code and path of each violation of a refusal, like `FORMAT_ERROR /instructedAmount`. */
  readonly faults?: readonly string[] | undefined;
  /** The check that refused the request. */
  readonly refusedBy?: string | undefined;
  /** The scenario that acted on the request. */
  readonly scenario?: string | undefined;
  /** Start of the SHA-256 of the certificate that the request was signed with, or claims to be. */
  readonly certificate?: string | undefined;
  /** When that certificate expires, in epoch milliseconds. */
  readonly certificateUntil?: number | undefined;
  /** Whether the signature was valid, so that the certificate's owner sent the request. */
  readonly isVerified: boolean;
  /** Names that the signature covers, separated by blanks. */
  readonly covers?: string | undefined;
  /** Headers that the signature must cover and does not, separated by blanks. */
  readonly uncovered?: string | undefined;
  readonly algorithm?: string | undefined;
  /** Forms that were accepted although the interface asks for others, separated by blanks. */
  readonly tolerated?: string | undefined;
  readonly asksSignature?: boolean | undefined;
  /** Milliseconds by which Date is ahead of the bank's clock. */
  readonly dateSkewMs?: number | undefined;
  readonly requestId?: string | undefined;
  /** Start of the Digest header, which differs for different bodies. */
  readonly digest?: string | undefined;
  readonly userAgent?: string | undefined;
  readonly psuUserAgent?: string | undefined;
  readonly psuId?: string | undefined;
  readonly psuIp?: string | undefined;
  readonly session?: string | undefined;
  readonly corporateId?: string | undefined;
  /** Whether X-PSU-IDENTITY was sent; its value is not recorded. */
  readonly sentIdentity?: boolean | undefined;
  /** Context in which the PSU acted, as far as the bank found out. */
  readonly context?: "PRIVATE" | "CORPORATE" | undefined;
  readonly redirectUri?: string | undefined;
  readonly acceptFix?: string | undefined;
  /** Amount and currency of a payment, like `100.00 NOK`. */
  readonly amount?: string | undefined;
  /** Form of the remittance information of a payment. */
  readonly remittance?: RemittanceForm | undefined;
  readonly isDeprecated?: boolean | undefined;
  /** Whether the response has a link to an SCA. */
  readonly hasScaLink?: boolean | undefined;
  /** The `next` link of a list. */
  readonly next?: string | undefined;
  /** Id of what the request created. */
  readonly createdId?: string | undefined;
  /** `transactionStatus` of the response. */
  readonly transactionStatus?: string | undefined;
  /** Seconds of the response's Retry-After. */
  readonly retryAfter?: number | undefined;
  /** Number of the connection since the start, and its TLS version. */
  readonly connection?: number | undefined;
  readonly tls?: string | undefined;
}

export type RemittanceForm = "text" | "kid-as-text" | "structured" | "single-object";

/** The end of an SCA. */
export interface ScaFact {
  readonly kind: "sca";
  readonly number: number;
  readonly at: number;
  readonly worldAt: number;
  /** `approved`, or the code with which it failed. */
  readonly outcome: string;
  readonly subjectKind: string;
  readonly subjectId?: string | undefined;
  readonly session?: string | undefined;
  /** The person who identified. */
  readonly person?: string | undefined;
  /** Whether the request had named the person, so that nobody had to identify first. */
  readonly isNamed?: boolean | undefined;
  readonly context?: "PRIVATE" | "CORPORATE" | undefined;
  readonly scenario?: string | undefined;
}

/** A moment that the judge needs to know: a trap was armed, or the TPP starts over. */
export interface MarkFact {
  readonly kind: "mark";
  readonly number: number;
  readonly at: number;
  readonly worldAt: number;
  /** Id of the armed trap, or `start-over`. */
  readonly mark: string;
}

export type ClientFact = RequestFact | ScaFact | MarkFact;

export const startOver = "start-over";
