import type { PriceList } from "../contract/price-list.ts";
import { CoreBankCallFailed } from "./core-bank-call-failed.ts";
import type { HttpCoreBankSettings } from "./http-core-bank-options.ts";

type CacheSettings = Pick<HttpCoreBankSettings, "priceListMs" | "priceListMsMax" | "now">;

/** The last price list. It is read again in the background when it has reached an age. */
export class PriceListCache {
  readonly #read: () => Promise<PriceList>;
  readonly #settings: CacheSettings;
  #list: { readonly prices: PriceList; readonly readAt: number } | undefined;
  #reading: Promise<void> | undefined;
  #failure: unknown;

  constructor(read: () => Promise<PriceList>, settings: CacheSettings) {
    this.#read = read;
    this.#settings = settings;
  }

  /** Returns the prices. Throws if there are none, or if they are too old to be used. */
  current(): PriceList {
    const { priceListMs, priceListMsMax, now } = this.#settings;
    const age = now() - (this.#list?.readAt ?? 0);
    // The failure is reported once the prices are too old.
    if (age >= priceListMs) this.refresh().catch(() => {});
    if (this.#list !== undefined && age < priceListMsMax) return this.#list.prices;
    throw new CoreBankCallFailed("no current price list of the core bank", {
      cause: this.#failure,
    });
  }

  refresh(): Promise<void> {
    this.#reading ??= this.#readOnce().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readOnce(): Promise<void> {
    const readAt = this.#settings.now();
    try {
      this.#list = { prices: await this.#read(), readAt };
      this.#failure = undefined;
    } catch (error) {
      this.#failure = error;
      throw error;
    }
  }
}
