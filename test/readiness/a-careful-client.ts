import { randomUUID } from "node:crypto";
import type { ControlResponse } from "@varde/protocol";
import { dataSet, type TestBank } from "@varde/sandbox";
import { aPayment, ndct } from "@varde/testkit/payments";
import { aPsu, kari, type PsuChoices, type TestPsu } from "@varde/testkit/psu";
import type { RawRequest, RawResponse } from "@varde/testkit/tpp";

export type Readiness = ControlResponse<"readReadiness">;

/** A client that makes no mistake, until a test lets it make one. */
export class CarefulClient {
  readonly bank: TestBank;
  readonly psu: TestPsu;

  constructor(bank: TestBank, psu: TestPsu) {
    this.bank = bank;
    this.psu = psu;
    psu.tpp.responsesAreDocumented = false;
  }

  send({ headers, ...request }: RawRequest): Promise<RawResponse> {
    return this.psu.send({ ...request, headers: { "Accept-Signature": "rsa-sha256", ...headers } });
  }

  get(path: string, headers: RawRequest["headers"] = {}): Promise<RawResponse> {
    return this.send({ path, headers });
  }

  getUnattended(path: string): Promise<RawResponse> {
    return this.get(path, { "PSU-IP-Address": undefined, "TPP-Session-ID": undefined });
  }

  create(
    changes: Parameters<typeof aPayment>[0] = {},
    request: Partial<RawRequest> = {},
  ): Promise<RawResponse> {
    const headers = { "x-accept-fix": "amount-as-string", ...request.headers };
    return this.send({ path: ndct, body: aPayment(changes), ...request, headers });
  }

  /** Creates a payment to Ola that Kari approves and the bank executes; returns its path. */
  async payOla(): Promise<string> {
    const { bban } = dataSet.people.ola.current;
    const created = await this.create({ creditorAccount: { bban, currency: "NOK" } });
    const path = `${ndct}/${created.json.paymentId}`;
    await this.approve(path);
    return path;
  }

  async approve(path: string): Promise<void> {
    const started = await this.send({ method: "POST", path: `${path}/authorisations` });
    await this.bank.sca.approve(started.json._links.scaRedirect.href, kari.customerNumber);
  }
}

/** A careful client with a PSU whose SCA is over; what it did before is not judged. */
export const aCarefulClient = async (
  bank: TestBank,
  choices: PsuChoices = kari,
): Promise<CarefulClient> => {
  const client = new CarefulClient(bank, await aPsu(bank, choices, bank.tpp, randomUUID()));
  await bank.readiness.startOver();
  return client;
};

/** Lists the checks that found something, in their order. */
export const listFound = ({ checks }: Readiness): readonly string[] =>
  checks.filter(({ result }) => result === "failed" || result === "warning").map(({ id }) => id);
