import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { setTimeout as after } from "node:timers/promises";
import { dataSet } from "@varde/sandbox";
import { ndct } from "@varde/testkit/payments";
import { RawTpp } from "@varde/testkit/tpp";
import {
  isInDoubt,
  type Moment,
  type Order,
  PayingClient,
  type Plan,
  type Psu,
} from "./paying-client.ts";

/** Both accounts are the PSU's own, so every payment is booked before the approval returns. */
const { ase } = dataSet.people;
export const firstBban = ase.current.bban;
export const secondBban = ase.savings.bban;
export const amountMinor = 100n;

interface Identity {
  readonly certificatePem: string;
  readonly privateKeyPem: string;
}

/** Many clients of one TPP, paying concurrently for one PSU in one session. */
export class PayingCrowd {
  readonly clients: readonly PayingClient[];
  readonly #identity: Identity;
  readonly #listeners = new Set<(moment: Moment) => void>();
  readonly #draw: DrawOrder;
  #ordered = 0;

  private constructor(
    url: string,
    identity: Identity,
    psu: Psu,
    { size, draw }: { readonly size: number; readonly draw: DrawOrder },
  ) {
    this.#identity = identity;
    this.#draw = draw;
    const tpp = new RawTpp(url, identity);
    const newOrder = () => this.#newOrder();
    const tell = (moment: Moment) => {
      for (const listen of this.#listeners) listen(moment);
    };
    this.clients = Array.from(
      { length: size },
      () => new PayingClient({ tpp, psu, newOrder, tell }),
    );
  }

  /** Gets a certificate from the sandbox and opens the PSU's session; both survive a restart. */
  static async gather(url: string, size: number, draw = drawBookedAtOnce): Promise<PayingCrowd> {
    const identity = await postJson(url, "/control/v1/tpp-certificates", {});
    const psu = await openSession(url, identity as Identity);
    return new PayingCrowd(url, identity as Identity, psu, { size, draw });
  }

  get orders(): readonly Order[] {
    return this.clients.flatMap((client) => client.orders);
  }

  get ordersInDoubt(): readonly Order[] {
    return this.orders.filter(isInDoubt);
  }

  /** Uses a bank at other addresses; with several, the clients are divided between them. */
  use(...urls: readonly string[]): void {
    const tpps = urls.map((url) => new RawTpp(url, this.#identity));
    for (const [at, client] of this.clients.entries()) {
      client.use(tpps[at % tpps.length] as RawTpp);
    }
  }

  /** Lets all clients pay until the bank is gone or the time is up. */
  async work(isEnough: () => boolean = () => false): Promise<void> {
    await Promise.all(this.clients.map((client) => client.work(isEnough)));
  }

  /**
   * Waits until every signed payment is booked, at most for the lease of a dead process. The limit
   * ends a wait without result.
   */
  async untilBooked(): Promise<void> {
    const deadline = Date.now() + 180_000;
    const wait = async (client: PayingClient) => {
      for (const order of client.orders) {
        while (order.plan === "sign" && (await client.readStatus(order)) === "PDNG") {
          assert.ok(Date.now() < deadline, `${order.paymentId} is still PDNG`);
          await after(500);
        }
      }
    };
    await Promise.all(this.clients.map(wait));
  }

  /** Resolves the nth time from now that this happens to any payment. */
  when(moment: Moment, nth: number): Promise<void> {
    let seen = 0;
    return new Promise((resolve) => {
      const listen = (happened: Moment) => {
        if (happened !== moment) return;
        seen += 1;
        if (seen < nth) return;
        this.#listeners.delete(listen);
        resolve();
      };
      this.#listeners.add(listen);
    });
  }

  #newOrder(): Order {
    const number = this.#ordered;
    this.#ordered += 1;
    return {
      requestId: randomUUID(),
      deletionId: randomUUID(),
      authorisationId: randomUUID(),
      ...this.#draw(number),
    };
  }
}

/** Draws what the order with this number is. */
export type DrawOrder = (number: number) => Pick<Order, "plan" | "path" | "body">;

/** Pays in both directions, so that concurrent payments lock the same two accounts. */
const drawBookedAtOnce: DrawOrder = (number) => {
  const plans: readonly Plan[] = ["sign", "delete", "sign", "leave"];
  const [from, to] = number % 3 === 0 ? [secondBban, firstBban] : [firstBban, secondBban];
  return {
    plan: plans[number % plans.length] ?? "leave",
    path: ndct,
    body: paymentBody(from, to, `order ${number}`),
  };
};

export const paymentBody = (from: string, to: string, remittance: string): Order["body"] => ({
  instructedAmount: { amount: "1.00", currency: "NOK" },
  debtorAccount: { bban: from, currency: "NOK" },
  creditorAccount: { bban: to, currency: "NOK" },
  creditorName: ase.name,
  creditorAddress: { country: "NO" },
  remittanceInformationUnstructured: remittance,
});

/** Makes a first payment with a single SCA; it must appear in the books too. */
async function openSession(url: string, identity: Identity): Promise<Psu> {
  const sessionId = randomUUID();
  const created = await new RawTpp(url, identity).send({
    path: ndct,
    body: paymentBody(firstBban, secondBban, "the first payment"),
    headers: {
      "x-accept-fix": "amount-as-string",
      "TPP-Session-ID": sessionId,
      "TPP-Redirect-URI": "https://tpp.example/back",
      "PSU-Context": "PRIVATE",
      "PSU-IP-Address": "192.0.2.1",
    },
  });
  assert.equal(created.status, 201, created.text);
  const { redirect } = (await postJson(url, "/control/v1/sca", {
    scaRedirect: created.json._links.scaRedirect.href,
    customerNumber: ase.customerNumber,
    decision: "approve",
  })) as { redirect: string };
  const psuId = new URL(redirect).searchParams.get("psu-id") ?? "";
  return { customerNumber: ase.customerNumber, psuId, sessionId };
}

async function postJson(url: string, path: string, body: object): Promise<object> {
  const response = await fetch(url + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  assert.ok(response.ok, `${path} returned ${response.status}`);
  return (await response.json()) as object;
}
