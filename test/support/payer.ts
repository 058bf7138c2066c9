import assert from "node:assert/strict";
import { paymentStatusResponse } from "@varde/protocol";
import { dataSet, type TestBank } from "@varde/sandbox";
import { sql } from "@varde/storage";
import { expectBody } from "./expect-answer.ts";
import { onlyWorld, type PsuVisit, type ScaChoices, visit, walkSca } from "./psu-visit.ts";
import type { RawAnswer } from "./raw-tpp.ts";

const { people, payees } = dataSet;

export const ndct = "/v1/payments/norwegian-domestic-credit-transfers";
export const ncbct = "/v1/payments/norwegian-cross-border-credit-transfers";
export const indcts = "/v1/payments/instant-norwegian-domestic-credit-transfers-straks";
export const bulkNdct = "/v1/bulk-payments/norwegian-domestic-credit-transfers";
export const periodicNdct = "/v1/periodic-payments/norwegian-domestic-credit-transfers";
export const baskets = "/v1/signing-baskets";

type Changes = Readonly<Record<string, unknown>>;

let count = 0;

/** Never the same twice, so that no payment is taken for another one sent again. */
const nextAmount = (): string => {
  count += 1;
  return `${100 + Math.floor(count / 100)}.${String(count % 100).padStart(2, "0")}`;
};

/** A hundred kroner and some øre from Kari to a hotel. */
export const aPayment = (changes: Changes = {}): Record<string, unknown> => ({
  instructedAmount: { amount: nextAmount(), currency: "NOK" },
  creditorName: payees.hotels.name,
  creditorAccount: { bban: payees.hotels.bban, currency: "NOK" },
  creditorAddress: { country: "NO" },
  debtorAccount: { bban: people.kari.current.bban, currency: "NOK" },
  ...changes,
});

/** The same without the debtor, as a bulk lists it. */
export const aBulkItem = (changes: Changes = {}): Record<string, unknown> => {
  const { debtorAccount, ...item } = aPayment(changes);
  return item;
};

/** Several payments of Kari's on one day. */
export const aBulk = (payments: readonly object[], changes: Changes = {}) => ({
  paymentInformationId: "wages-11",
  debtorAccount: { bban: people.kari.current.bban, currency: "NOK" },
  payments,
  ...changes,
});

/** A payment of Kari's that is made every month. */
export const aPeriodicPayment = (changes: Changes = {}): Record<string, unknown> => ({
  ...aPayment(),
  startDate: "2026-12-01",
  frequency: "Monthly",
  ...changes,
});

/** A hundred euros from Kari to Germany. */
export const aForeignPayment = (changes: Changes = {}): Record<string, unknown> => ({
  instructedAmount: { amount: nextAmount(), currency: "EUR" },
  creditorName: "Hansefisch Handels GmbH",
  creditorAccount: { iban: "DE89370400440532013000", currency: "EUR" },
  debtorAccount: { bban: people.kari.current.bban, currency: "NOK" },
  ...changes,
});

/** A PSU who pays through a TPP. */
export class Payer {
  readonly visit: PsuVisit;
  readonly choices: ScaChoices;

  constructor(psu: PsuVisit, choices: ScaChoices) {
    this.visit = psu;
    this.choices = choices;
  }

  post(path: string, body?: unknown): Promise<RawAnswer> {
    const headers = { "x-accept-fix": "amount-as-string" };
    return this.visit.send({
      method: "POST",
      path,
      headers,
      ...(body === undefined ? {} : { body }),
    });
  }

  delete(path: string): Promise<RawAnswer> {
    return this.visit.send({ method: "DELETE", path });
  }

  get(path: string): Promise<RawAnswer> {
    return this.visit.get(path);
  }

  /** Creates a payment and answers its path. */
  async create(path: string, body: unknown): Promise<string> {
    const created = await this.post(path, body);
    assert.equal(created.status, 201, created.text);
    return `${path.split("?")[0]}/${created.json.paymentId}`;
  }

  /** Signs what a path names, with an SCA of its own, and answers the redirect's parameters. */
  async sign(path: string, authorisations = "authorisations"): Promise<URLSearchParams> {
    const started = await this.post(`${path}/${authorisations}`);
    assert.equal(started.status, 201, started.text);
    return walkSca(this.visit.bank, started.json._links.scaRedirect.href, this.choices);
  }

  async pay(path: string, body: unknown): Promise<string> {
    const payment = await this.create(path, body);
    await this.sign(payment);
    return payment;
  }

  /** The status as the TPP reads it while no PSU is there, of whichever PSU. */
  async tppStatus(path: string): Promise<string> {
    const answer = await this.visit.tpp.send({ path: `${path}/status` });
    assert.equal(answer.status, 200, answer.text);
    return answer.json.transactionStatus;
  }

  async status(path: string): Promise<string> {
    const answer = await this.get(`${path}/status`);
    assert.equal(answer.status, 200, answer.text);
    return answer.json.transactionStatus;
  }

  async statusBody(path: string) {
    return expectBody(await this.get(`${path}/status`), 200, paymentStatusResponse);
  }

  /** The names of what happened to a payment, in order. */
  events(path: string): Promise<readonly unknown[]> {
    return this.visit.bank.storage.read(function* () {
      const [answer] = yield [
        sql`select name from event where subject_id = ${idOf(path)} order by event_id`,
      ];
      return (answer?.rows ?? []).map(({ name }) => name);
    });
  }
}

/** Somebody of the data set, known to the TPP; Kari unless told otherwise. */
export const aPayer = async (
  bank: TestBank,
  choices: ScaChoices = { customerNumber: people.kari.customerNumber, context: "PRIVATE" },
  sessionId?: string,
): Promise<Payer> => new Payer(await visit(bank, choices, bank.tpp, sessionId), choices);

/** Sets the bank's clock, and runs the batches that came due on the way. */
export const goTo = async (bank: TestBank, osloTime: string): Promise<void> => {
  const worldId = await onlyWorld(bank);
  const to = Temporal.PlainDateTime.from(osloTime).toZonedDateTime("Europe/Oslo");
  await bank.clock.setClock(worldId, to.epochMilliseconds, "fixed");
  await bank.runDueBatches(worldId);
};

/** A payer who comes with an SCA of that time, once the batches before it have run. */
export const payerAt = async (
  bank: TestBank,
  osloTime: string,
  choices?: ScaChoices,
): Promise<Payer> => {
  if ((await bank.listWorlds()).length === 0) await aPayer(bank);
  await goTo(bank, osloTime);
  return aPayer(bank, choices);
};

export const idOf = (path: string): string => path.split("/").at(-1) ?? "";
