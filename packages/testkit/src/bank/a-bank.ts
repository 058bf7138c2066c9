import {
  type MakeRsaKeyPair,
  startBank,
  type TestBank,
  type TestBankOptions,
} from "@varde/sandbox";
import type { Engine } from "@varde/storage";
import { pooledRsaKeys } from "../keys/pooled-rsa-keys.ts";
import { anEmptyDatabase } from "../storage/empty-database.ts";
import { onEachEngine } from "../storage/on-both-engines.ts";

export interface DisposableBankOptions extends TestBankOptions {
  /**
   * Creates a database for the bank, and drops it with the bank. Ignored if a location is given.
   */
  readonly engine?: Engine;
}

export type DisposableBank = TestBank & AsyncDisposable;

const makeRsaKeyPair: MakeRsaKeyPair = async (modulusLength) => pooledRsaKeys(modulusLength);

/** Starts a bank in this process, by default in memory. Closing it also drops its database. */
export const aBank = async (options: DisposableBankOptions = {}): Promise<DisposableBank> => {
  const { engine = "sqlite", ...rest } = options;
  await using stack = new AsyncDisposableStack();
  const location = options.location ?? stack.use(await anEmptyDatabase(engine)).location;
  const bank = await startBank({ makeRsaKeyPair, ...rest, location });
  const { close } = bank;
  stack.defer(() => close());
  const opened = stack.move();
  const dispose = () => opened.disposeAsync();
  return Object.assign(bank, { close: dispose, [Symbol.asyncDispose]: dispose });
};

/** Defines the same tests for each engine, each with its own bank. */
export const withBankOnBothEngines = (
  define: (bank: () => TestBank, engine: Engine) => void,
  options: TestBankOptions = {},
): void =>
  onEachEngine(
    async ({ location }, stack) => stack.use(await aBank({ location, ...options })),
    define,
  );
