import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { RawRequest, RawResponse, RawTpp } from "@varde/testkit/tpp";

/** The plan of a client for a created payment. */
export type Plan = "leave" | "delete" | "sign";

/**
 * A payment from its client's point of view. A step is repeated with the same request id until it
 * is acknowledged; an acknowledged step is never changed.
 */
export interface Order {
  readonly plan: Plan;
  /** The product's path. */
  readonly path: string;
  readonly requestId: string;
  readonly deletionId: string;
  readonly body: PaymentBody;
  authorisationId: string;
  paymentId?: string;
  isDeleted?: boolean;
  /** "sent" means in doubt: the approval was sent and no response arrived. */
  signing?: "sent" | "acknowledged" | "found";
}

export interface PaymentBody {
  readonly instructedAmount: { readonly amount: string; readonly currency: string };
  readonly debtorAccount: { readonly bban: string; readonly currency: "NOK" };
  readonly creditorAccount: object;
  readonly creditorName: string;
  readonly creditorAddress: { readonly country: "NO" };
  /** Unique for every payment, so that it can be found whatever its id. */
  readonly remittanceInformationUnstructured: string;
}

/** The PSU as the TPP knows it. No crash may change it. */
export interface Psu {
  readonly customerNumber: string;
  readonly psuId: string;
  readonly sessionId: string;
}

export type Moment = "created" | "approval sent" | "approved" | "deletion sent" | "deleted";

/** Returns whether a step of the payment is unacknowledged or unsent. */
export const isInDoubt = (order: Order): boolean => {
  if (order.paymentId === undefined) return true;
  if (order.plan === "delete") return order.isDeleted !== true;
  return order.plan === "sign" && order.signing !== "acknowledged" && order.signing !== "found";
};

/** The request was cut off or got 503, so its effect is unknown. */
class InDoubt extends Error {}

/** A client that makes payments one after another, and continues after a crash. */
export class PayingClient {
  readonly orders: Order[] = [];
  /** How many requests it has sent, and how many of them got 503. */
  requests = 0;
  unavailable = 0;
  /** Whether a 503 must have Retry-After. Version 0.1.0 sends none while it stops. */
  needsRetryAfter = true;
  readonly #psu: Psu;
  readonly #newOrder: () => Order;
  readonly #tell: (moment: Moment) => void;
  #tpp: RawTpp;

  constructor(parts: {
    readonly tpp: RawTpp;
    readonly psu: Psu;
    readonly newOrder: () => Order;
    readonly tell: (moment: Moment) => void;
  }) {
    this.#tpp = parts.tpp;
    this.#psu = parts.psu;
    this.#newOrder = parts.newOrder;
    this.#tell = parts.tell;
  }

  /** Uses a restarted bank, perhaps at another address. */
  use(tpp: RawTpp): void {
    this.#tpp = tpp;
  }

  /**
   * Pays until the bank is gone or enough is done. A payment in doubt is left for the next call.
   */
  async work(isEnough: () => boolean): Promise<void> {
    try {
      await this.finish();
      while (!isEnough()) {
        const order = this.#newOrder();
        this.orders.push(order);
        await this.#advance(order);
      }
    } catch (error) {
      if (!(error instanceof InDoubt)) throw error;
    }
  }

  /** Completes the payment that a crash interrupted. */
  async finish(): Promise<void> {
    const last = this.orders.at(-1);
    if (last !== undefined) await this.#advance(last);
  }

  /** Repeats the creation with the same id and a new signature. */
  async create(order: Order): Promise<string> {
    const response = await this.#send({
      path: order.path,
      body: order.body,
      headers: this.#headers(order.requestId),
    });
    assert.equal(response.status, 201, response.text);
    return response.json.paymentId;
  }

  async readStatus(order: Order): Promise<string> {
    const response = await this.#send({ path: `${order.path}/${order.paymentId}/status` });
    assert.equal(response.status, 200, response.text);
    return response.json.transactionStatus;
  }

  async #advance(order: Order): Promise<void> {
    if (order.paymentId === undefined) {
      order.paymentId = await this.create(order);
      this.#tell("created");
    }
    if (order.plan === "delete" && order.isDeleted !== true) await this.#delete(order);
    if (order.plan === "sign") await this.#sign(order);
  }

  async #delete(order: Order): Promise<void> {
    this.#tell("deletion sent");
    const response = await this.#send({
      method: "DELETE",
      path: `${order.path}/${order.paymentId}`,
      headers: this.#headers(order.deletionId),
    });
    assert.equal(response.status, 204, response.text);
    order.isDeleted = true;
    this.#tell("deleted");
  }

  async #sign(order: Order): Promise<void> {
    if (order.signing === "acknowledged" || order.signing === "found") return;
    if (order.signing === "sent") {
      if ((await this.readStatus(order)) !== "RCVD") {
        order.signing = "found";
        return;
      }
      // The link is bound to the lost approval, as to a closed browser.
      order.authorisationId = randomUUID();
    }
    const started = await this.#send({
      method: "POST",
      path: `${order.path}/${order.paymentId}/authorisations`,
      headers: this.#headers(order.authorisationId),
    });
    assert.equal(started.status, 201, started.text);
    order.signing = "sent";
    await this.#approve(started.json._links.scaRedirect.href);
    order.signing = "acknowledged";
    this.#tell("approved");
  }

  async #approve(scaRedirect: string): Promise<void> {
    const { customerNumber, psuId } = this.#psu;
    const sent = this.#exchange("POST", "/control/v1/sca", {
      scaRedirect,
      customerNumber,
      decision: "approve",
    });
    this.#tell("approval sent");
    const response = await sent;
    assert.equal(response.status, 200, response.text);
    const back = new URL(response.json.redirect).searchParams;
    // The bank does not know yet whether the payment is approved; its status will say.
    if (back.get("code") === "SYSTEM_ERROR") throw new InDoubt();
    assert.equal(back.get("psu-id"), psuId);
  }

  #headers(requestId: string): Record<string, string> {
    return {
      "X-Request-ID": requestId,
      "x-accept-fix": "amount-as-string",
      "TPP-Session-ID": this.#psu.sessionId,
      "TPP-Redirect-URI": "https://tpp.example/back",
      "PSU-ID": this.#psu.psuId,
      "PSU-IP-Address": "192.0.2.1",
    };
  }

  #send(request: RawRequest): Promise<RawResponse> {
    this.requests += 1;
    return this.#tpp.send(request).then(this.#doubtUnavailable, doubtLost);
  }

  #exchange(method: string, target: string, body: object): Promise<RawResponse> {
    const headers = { "Content-Type": "application/json" };
    const sent = this.#tpp.exchange(method, target, headers, JSON.stringify(body));
    this.requests += 1;
    return sent.then(this.#doubtUnavailable, doubtLost);
  }

  /** Throws for a 503. */
  readonly #doubtUnavailable = (response: RawResponse): RawResponse => {
    if (response.status !== 503) return response;
    this.unavailable += 1;
    const seconds = response.headers["retry-after"] ?? "";
    if (this.needsRetryAfter) assert.match(seconds, /^[1-9][0-9]*$/, response.text);
    throw new InDoubt();
  };
}

const lostCodes = new Set(["ECONNRESET", "ECONNREFUSED", "EPIPE"]);

const doubtLost = (error: NodeJS.ErrnoException): never => {
  throw lostCodes.has(error.code ?? "") ? new InDoubt() : error;
};
