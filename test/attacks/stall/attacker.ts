import { aSession } from "@varde/testkit/psu";
import {
  aTpp,
  formatRequest,
  type RawRequest,
  type RawTpp,
  type SignedRawRequest,
} from "@varde/testkit/tpp";
import { BankProcess } from "./bank-process.ts";

type Headers = Readonly<Record<string, string>>;

/** Half of what a Date may deviate. */
const signedMs = 30_000;

/** A TPP with a known PSU that sends hostile requests, also to a bank that was started again. */
export class Attacker implements AsyncDisposable {
  bank: BankProcess;
  tpp: RawTpp;
  /** The headers of a PSU who is present. */
  headers: Headers;
  readonly #signed = new Map<
    string,
    { readonly signed: SignedRawRequest; readonly until: number }
  >();
  #requests = 0;

  private constructor(bank: BankProcess, tpp: RawTpp, headers: Headers) {
    this.bank = bank;
    this.tpp = tpp;
    this.headers = headers;
  }

  static async start(): Promise<Attacker> {
    const bank = await BankProcess.start();
    const { tpp, headers } = await identify(bank);
    return new Attacker(bank, tpp, headers);
  }

  /** Attacks another bank from now on, because the last one had to be ended. */
  async startOver(): Promise<BankProcess> {
    const bank = await BankProcess.start();
    this.#signed.clear();
    Object.assign(this, { bank, ...(await identify(bank)) });
    return bank;
  }

  /** Signs a valid request once, and again before the signature is too old. */
  async signOnce(request: RawRequest): Promise<SignedRawRequest> {
    const key = JSON.stringify([request.method, request.path]);
    const known = this.#signed.get(key);
    if (known !== undefined && known.until > Date.now()) return known.signed;
    const signed = await this.tpp.sign(request);
    this.#signed.set(key, { signed, until: Date.now() + signedMs });
    return signed;
  }

  /** Formats a request. Each one for an SCA has its own address, because guesses are limited. */
  format({ method, path, headers, body }: SignedRawRequest): Buffer {
    const { host } = new URL(this.bank.addresses.http);
    const from = path.startsWith("/sca") ? { "X-Forwarded-For": this.#nextAddress() } : {};
    return formatRequest(method, path, { Host: host, ...from, ...headers }, body);
  }

  #nextAddress(): string {
    this.#requests += 1;
    const [high, low] = [this.#requests >> 8, this.#requests & 255];
    return `10.${high >> 8}.${high & 255}.${low}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.bank[Symbol.asyncDispose]();
  }
}

const identify = async (bank: BankProcess) => {
  const tpp = aTpp(bank);
  const { headers } = await aSession(bank, tpp);
  return { tpp, headers };
};
