import assert from "node:assert/strict";
import type { TestBank } from "@varde/sandbox";
import { aTpp, type RawAnswer, type RawTpp } from "@varde/testkit/tpp";

/** Siri, a person whom no data set knows. */
export const siri = { customerNumber: "15819000066", name: "Siri Testesen", type: "PRIVATE" };
export const testhuset = { customerNumber: "15819000147", name: "Testhuset AS", type: "CORPORATE" };

/** An account of Siri's as a data script writes it. */
export const anAccount = {
  customerNumber: siri.customerNumber,
  accountName: "Brukskonto",
  bban: "12345678901",
  iban: "",
  currency: "NOK",
  product: "",
  balances: [{ balanceType: "CLOSINGBOOKED", balanceAmount: { amount: 5000.5 } }],
};

/** Loads a TPP's own test data and looks at what came of it. */
export class DataScript {
  readonly tpp: RawTpp;

  constructor(bank: TestBank) {
    this.tpp = aTpp(bank);
  }

  async send(path: string, body: unknown, status: number): Promise<RawAnswer["json"]> {
    const answer = await this.tpp.send({ path, body });
    assert.equal(answer.status, status, answer.text);
    return answer.json;
  }

  async read(path: string): Promise<RawAnswer["json"]> {
    const answer = await this.tpp.send({ path });
    assert.equal(answer.status, 200, answer.text);
    return answer.json;
  }

  remove(path: string): Promise<RawAnswer> {
    return this.tpp.send({ method: "DELETE", path });
  }
}
