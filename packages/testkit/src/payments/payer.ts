import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { paymentStatusResponse } from "@varde/protocol";
import { dataSet, type TestBank } from "@varde/sandbox";
import { sql } from "@varde/storage";
import { onlyWorld } from "../bank/a-bank.ts";
import { aPsu, type TestPsu } from "../psu/a-psu.ts";
import { callHeaders } from "../psu/a-session.ts";
import { finishSca, type PsuChoices } from "../psu/finish-sca.ts";
import { kari } from "../psu/kari-and-others.ts";
import { expectBody } from "../responses/expect-body.ts";
import type { RawResponse } from "../responses/raw-response.ts";
import type { RawTpp } from "../tpp/raw-tpp.ts";
import { aPayment, idOf, ndct } from "./a-payment.ts";

/** A PSU who pays through a TPP. */
export class Payer {
  readonly psu: TestPsu;
  readonly choices: PsuChoices;

  constructor(psu: TestPsu, choices: PsuChoices = kari) {
    this.psu = psu;
    this.choices = choices;
  }

  post(path: string, body?: unknown): Promise<RawResponse> {
    const headers = { "x-accept-fix": "amount-as-string" };
    return this.psu.send({
      method: "POST",
      path,
      headers,
      ...(body === undefined ? {} : { body }),
    });
  }

  delete(path: string): Promise<RawResponse> {
    return this.psu.send({ method: "DELETE", path });
  }

  get(path: string): Promise<RawResponse> {
    return this.psu.get(path);
  }

  /** Creates a payment and returns its path. */
  async create(path: string, body: unknown): Promise<string> {
    const created = await this.post(path, body);
    assert.equal(created.status, 201, created.text);
    return `${path.split("?")[0]}/${created.json.paymentId}`;
  }

  /** Signs the payment or basket at a path with a new SCA; returns the redirect's parameters. */
  async sign(path: string, authorisations = "authorisations"): Promise<URLSearchParams> {
    const started = await this.post(`${path}/${authorisations}`);
    assert.equal(started.status, 201, started.text);
    const { scaRedirect } = started.json._links;
    return (await finishSca(this.psu.bank, scaRedirect.href, this.choices)).searchParams;
  }

  async pay(path: string, body: unknown): Promise<string> {
    const payment = await this.create(path, body);
    await this.sign(payment);
    return payment;
  }

  /** Reads the status as the TPP can without a PSU, whoever the payment belongs to. */
  async tppStatus(path: string): Promise<string> {
    const response = await this.psu.tpp.send({ path: `${path}/status` });
    assert.equal(response.status, 200, response.text);
    return response.json.transactionStatus;
  }

  async status(path: string): Promise<string> {
    const response = await this.get(`${path}/status`);
    assert.equal(response.status, 200, response.text);
    return response.json.transactionStatus;
  }

  async statusBody(path: string) {
    return expectBody(await this.get(`${path}/status`), 200, paymentStatusResponse);
  }

  /** Lists the names of the payment's events, in order. */
  events(path: string): Promise<readonly unknown[]> {
    return this.psu.bank.storage.read(function* () {
      const [result] = yield [
        sql`select name from event where subject_id = ${idOf(path)} order by event_id`,
      ];
      return (result?.rows ?? []).map(({ name }) => name);
    });
  }
}

/** A PSU of the data set whom the bank's TPP knows; Kari by default. */
export const aPayer = async (
  bank: TestBank,
  choices: PsuChoices = kari,
  sessionId?: string,
): Promise<Payer> => new Payer(await aPsu(bank, choices, bank.tpp, sessionId), choices);

/** Settings for a test in which weeks pass: each day has two batches instead of six. */
export const oneRunADay = {
  batchTimes: { payments: [{ cutOff: "10:00", run: "11:30" }], periodic: "05:00" },
} as const;

/** Sets the clock of the bank's only world and runs the batches that became due. */
export const goTo = async (bank: TestBank, osloTime: string): Promise<void> => {
  const worldId = await onlyWorld(bank);
  const to = Temporal.PlainDateTime.from(osloTime).toZonedDateTime("Europe/Oslo");
  await bank.clock.setClock(worldId, to.epochMilliseconds, "fixed");
  await bank.runDueBatches(worldId);
};

/** A payer whose SCA takes place at that time, after the batches that were due before it. */
export const payerAt = async (
  bank: TestBank,
  osloTime: string,
  choices?: PsuChoices,
): Promise<Payer> => {
  if ((await bank.listWorlds()).length === 0) await aPayer(bank);
  await goTo(bank, osloTime);
  return aPayer(bank, choices);
};

const { ola } = dataSet.people;

/** Creates a payment to Ola, and returns it with the path of its SCA page. */
export const payOla = async (
  tpp: RawTpp,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly paymentId: string; readonly path: string }> => {
  const creditorAccount = { bban: ola.current.bban, currency: "NOK" };
  const created = await tpp.send({
    path: ndct,
    body: aPayment({ creditorName: ola.name, creditorAccount }),
    headers: { ...callHeaders(randomUUID()), "PSU-Context": "PRIVATE", ...headers },
  });
  assert.equal(created.status, 201, created.text);
  const { paymentId, _links } = created.json;
  return { paymentId, path: new URL(_links.scaRedirect.href).pathname };
};
