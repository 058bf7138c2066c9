import { dataSet, type TestBank } from "@varde/sandbox";
import {
  type CreatedPayment,
  createTppClient,
  type DomesticPayment,
  findScaRedirect,
  type Psu,
  RefusedError,
  ScaFailedError,
  StatusNotReachedError,
  type TppClient,
} from "@varde/tpp";

const { kari, ola } = dataSet.people;

/** A TPP that uses the SDK as its README shows it. */
export class SdkClient {
  readonly bank: TestBank;
  readonly client: TppClient;
  #amount = 100;

  constructor(bank: TestBank) {
    this.bank = bank;
    const { certificatePem: certificate, privateKeyPem: key } = bank.tpp;
    const { http } = bank.addresses;
    this.client = createTppClient({ bank: { baseUrl: http }, identity: { certificate, key } });
  }

  /** A visit of a PSU: with the PSU-ID of an earlier one, if there was one. */
  newPsu(psuId?: string): Psu {
    const known = psuId === undefined ? {} : { psuId };
    const redirectUri = "https://tpp.example/back";
    return this.client.psu({ redirectUri, ipAddress: "192.0.2.7", ...known });
  }

  /** Calls the bank, and lets the PSU complete the SCA that the bank may ask for first. */
  async withSca<T>(
    psu: Psu,
    call: () => Promise<T>,
    context: "PRIVATE" | "CORPORATE" = "PRIVATE",
  ): Promise<T> {
    try {
      return await call();
    } catch (error) {
      const link = findScaRedirect(error);
      if (!(error instanceof RefusedError) || link === undefined) throw error;
      psu.remember(await this.bank.sca.approve(link, kari.customerNumber, { context }));
      return call();
    }
  }

  async readAccounts(psu: Psu, context: "PRIVATE" | "CORPORATE" = "PRIVATE"): Promise<void> {
    const { accounts } = await this.withSca(psu, () => this.client.accounts.list(psu), context);
    const accountId = accounts[0]?.resourceId ?? "";
    await this.withSca(psu, () => this.client.accounts.balances(accountId, psu), context);
    const pages = this.client.accounts.transactionPages(accountId, psu, { limit: 10 });
    await Array.fromAsync(pages);
    await Array.fromAsync(this.client.accounts.transactions(accountId, psu.absent()));
  }

  async pay(psu: Psu): Promise<CreatedPayment<"NDCT">> {
    this.#amount += 1;
    const body: DomesticPayment = {
      instructedAmount: { amount: `${this.#amount}.00`, currency: "NOK" },
      debtorAccount: { bban: kari.current.bban, currency: "NOK" },
      creditorName: ola.name,
      creditorAccount: { bban: ola.current.bban, currency: "NOK" },
      creditorAddress: { country: "NO" },
    };
    const payment = await this.withSca(psu, () => this.client.payments.create("NDCT", body, psu));
    const authorisation = await this.client.payments.authorise(payment, psu);
    const link = findScaRedirect(authorisation) ?? "";
    try {
      psu.remember(await this.bank.sca.approve(link, kari.customerNumber));
    } catch (error) {
      if (!(error instanceof ScaFailedError)) throw error;
      // A payment without funds was approved: the bank tries again.
      const { transactionStatus } = await this.client.payments.status(payment, psu);
      if (transactionStatus === "RCVD") {
        await this.client.payments.delete(payment, psu);
        return payment;
      }
    }
    try {
      await this.client.payments.waitForStatus(payment, ["ACSC"], { psu, timeoutMs: 2_500 });
    } catch (error) {
      // Such a payment is looked at again later.
      if (!(error instanceof StatusNotReachedError)) throw error;
    }
    return payment;
  }
}
