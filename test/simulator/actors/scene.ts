import type { BankProcess } from "../machine/bank-process.ts";
import type { Machine } from "../machine/machine.ts";
import type { TppIdentity } from "../machine/prepared-bank.ts";
import type { Facts } from "./facts.ts";
import type { Psu } from "./psus.ts";

/** A PSU as a TPP knows them. */
export interface KnownPsu {
  readonly psuId: string;
  readonly sessionId: string;
  readonly corporateId: string | undefined;
}

/** The surroundings that all actors share. */
export interface Scene {
  readonly machine: Machine;
  readonly facts: Facts;
  readonly worldId: string;
  readonly tpps: readonly TppIdentity[];
  readonly people: readonly Psu[];
  /** The PSUs that each TPP knows, by TPP and person. */
  readonly known: Map<string, KnownPsu>;
  /** The process that serves requests now. */
  readonly bank: () => BankProcess;
  /** Returns a number that was not used before in this simulation. */
  readonly nextNumber: () => number;
}
