/** An order that a TPP has sent, whether or not it knows what became of it. */
export interface SentOrder {
  /** A text in the order that no other order has. */
  readonly marker: string;
  readonly tppId: string;
  readonly personId: string;
  /** The agreement of the company that pays. */
  readonly agreementId: string | undefined;
  readonly path: string;
  readonly amounts: readonly string[];
  /** The id that the bank has returned. */
  paymentId?: string;
  /** Whether the bank has refused it. */
  isRefused?: boolean;
}

/** The observations and actions of TPPs and PSUs, which the bank must not contradict later. */
export class Facts {
  readonly orders = new Map<string, SentOrder>();
  /** Private payments whose approval the PSU has seen. */
  readonly approved = new Set<string>();
  /** Payments of a company and the people who have seen that they signed them, as "id person". */
  readonly signed = new Set<string>();
  /** The paths of the company's baskets, by TPP. */
  readonly baskets = new Map<string, string[]>();
  /** Payments whose deletion or cancellation the TPP or the PSU has seen. */
  readonly cancelled = new Set<string>();
  /** Consents whose revocation the PSU has seen. */
  readonly revoked = new Set<string>();
  /** The person whom each session was opened for. */
  readonly sessionOwners = new Map<string, string>();
  /** Statuses that TPPs have read. */
  readonly statusesRead: { readonly paymentId: string; readonly transactionStatus: string }[] = [];
  /** Responses that nobody may get. */
  readonly violations: string[] = [];
}
