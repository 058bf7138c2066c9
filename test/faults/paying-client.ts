import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { RawAnswer, RawRequest, RawTpp } from "@varde/testkit/tpp";

/** What a client means to do with a payment once it is there. */
export type Plan = "leave" | "delete" | "sign";

/**
 * One payment as its client knows it. A step is taken again, under the same request id, until it is
 * acknowledged; what the bank has acknowledged is never asked for differently again.
 */
export interface Order {
  readonly plan: Plan;
  readonly requestId: string;
  readonly deletionId: string;
  readonly body: PaymentBody;
  authorisationId: string;
  paymentId?: string;
  isDeleted?: boolean;
  /** "sent" means in doubt: the approval went out and no answer came back. */
  signing?: "sent" | "acknowledged" | "found";
}

export interface PaymentBody {
  readonly instructedAmount: { readonly amount: string; readonly currency: "NOK" };
  readonly debtorAccount: { readonly bban: string; readonly currency: "NOK" };
  readonly creditorAccount: { readonly bban: string; readonly currency: "NOK" };
  readonly creditorName: string;
  readonly creditorAddress: { readonly country: "NO" };
  /** Different for every payment, so that each is found again whatever its id. */
  readonly remittanceInformationUnstructured: string;
}

/** The PSU as the TPP knows it, which no crash may change. */
export interface Psu {
  readonly customerNumber: string;
  readonly psuId: string;
  readonly sessionId: string;
}

export type Moment = "created" | "approval sent" | "approved" | "deletion sent" | "deleted";

/** Whether a step of it waits for its answer, or for being sent at all. */
export const isInDoubt = (order: Order): boolean => {
  if (order.paymentId === undefined) return true;
  if (order.plan === "delete") return order.isDeleted !== true;
  return order.plan === "sign" && order.signing !== "acknowledged" && order.signing !== "found";
};

const path = "/v1/payments/norwegian-domestic-credit-transfers";

/** The request was cut off, or its answer was 503: nobody knows what became of it. */
class InDoubt extends Error {}

/** One of many: makes payments one after another, and takes up where it was after a crash. */
export class PayingClient {
  readonly orders: Order[] = [];
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

  /** The bank is back, perhaps at another address. */
  use(tpp: RawTpp): void {
    this.#tpp = tpp;
  }

  /** Pays until the bank is gone or enough is done; what is in doubt is left for the next time. */
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

  /** Brings the payment that a crash interrupted to its end. */
  async finish(): Promise<void> {
    const last = this.orders.at(-1);
    if (last !== undefined) await this.#advance(last);
  }

  /** Sends the creation once more, signed anew under the same id. */
  async create(order: Order): Promise<string> {
    const answer = await this.#send({
      path,
      body: order.body,
      headers: this.#headers(order.requestId),
    });
    assert.equal(answer.status, 201, answer.text);
    return answer.json.paymentId;
  }

  async readStatus(order: Order): Promise<string> {
    const answer = await this.#send({ path: `${path}/${order.paymentId}/status` });
    assert.equal(answer.status, 200, answer.text);
    return answer.json.transactionStatus;
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
    const answer = await this.#send({
      method: "DELETE",
      path: `${path}/${order.paymentId}`,
      headers: this.#headers(order.deletionId),
    });
    assert.equal(answer.status, 204, answer.text);
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
      // The link is bound to the approval that was lost, as it would be to a closed browser.
      order.authorisationId = randomUUID();
    }
    const started = await this.#send({
      method: "POST",
      path: `${path}/${order.paymentId}/authorisations`,
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
    const answer = await sent;
    assert.equal(answer.status, 200, answer.text);
    const back = new URL(answer.json.redirect).searchParams;
    // Approved, or not, and the bank cannot tell by now: the status will.
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

  #send(request: RawRequest): Promise<RawAnswer> {
    return this.#tpp.send(request).then(doubtUnavailable, doubtLost);
  }

  #exchange(method: string, target: string, body: object): Promise<RawAnswer> {
    const headers = { "Content-Type": "application/json" };
    const sent = this.#tpp.exchange(method, target, headers, JSON.stringify(body));
    return sent.then(doubtUnavailable, doubtLost);
  }
}

const lostCodes = new Set(["ECONNRESET", "ECONNREFUSED", "EPIPE"]);

const doubtLost = (error: NodeJS.ErrnoException): never => {
  throw lostCodes.has(error.code ?? "") ? new InDoubt() : error;
};

/** An answer that says to try again says when. */
const doubtUnavailable = (answer: RawAnswer): RawAnswer => {
  if (answer.status !== 503) return answer;
  assert.match(answer.headers["retry-after"] ?? "", /^[1-9][0-9]*$/, answer.text);
  throw new InDoubt();
};
