import assert from "node:assert/strict";
import type { TestBank } from "@varde/sandbox";
import { aTpp, type RawResponse, type RawTpp } from "@varde/testkit/tpp";

/** Siri, a person who is in no data set. */
export const siri = { customerNumber: "15819000066", name: "Siri Testesen", type: "PRIVATE" };
export const testhuset = { customerNumber: "15819000147", name: "Testhuset AS", type: "CORPORATE" };

/** An account of Siri's in the format of a data script. */
export const anAccount = {
  customerNumber: siri.customerNumber,
  accountName: "Brukskonto",
  bban: "12345678901",
  iban: "",
  currency: "NOK",
  product: "",
  balances: [{ balanceType: "CLOSINGBOOKED", balanceAmount: { amount: 5000.5 } }],
};

/** Loads a TPP's own test data and reads it back. */
export class DataScript {
  readonly tpp: RawTpp;

  constructor(bank: TestBank) {
    this.tpp = aTpp(bank);
  }

  async send(path: string, body: unknown, status: number): Promise<RawResponse["json"]> {
    const response = await this.tpp.send({ path, body });
    assert.equal(response.status, status, response.text);
    return response.json;
  }

  async read(path: string): Promise<RawResponse["json"]> {
    const response = await this.tpp.send({ path });
    assert.equal(response.status, 200, response.text);
    return response.json;
  }

  remove(path: string): Promise<RawResponse> {
    return this.tpp.send({ method: "DELETE", path });
  }
}
