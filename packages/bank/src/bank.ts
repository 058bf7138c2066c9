import type { BoundedMap, ReadCache, Storage } from "@varde/storage";
import type { Logger } from "pino";
import type { BankMetrics } from "./bank-metrics.ts";
import type { BankConfiguration } from "./configuration.ts";
import type { BankPorts } from "./ports/bank-ports.ts";
import type { Explanations } from "./request/explanations.ts";
import type { Interventions } from "./request/interventions.ts";
import type { KnownPsus } from "./request/known-psus.ts";
import type { KnownTpps } from "./request/known-tpps.ts";
import type { Session } from "./request/session.ts";

/** Everything the checks and use cases work with; put together in `create-bank.ts`. */
export interface Bank extends BankPorts {
  readonly configuration: BankConfiguration;
  readonly storage: Storage;
  readonly log: Logger;
  readonly knownTpps: KnownTpps;
  readonly knownPsus: KnownPsus;
  /** By TPP and TPP-Session-ID. */
  readonly sessionCache: ReadCache<readonly Session[]>;
  /** Redirect addresses that are known to be well-formed. */
  readonly knownRedirectUris: BoundedMap<string, true>;
  readonly explanations: Explanations;
  readonly metrics: BankMetrics;
  readonly interventions: Interventions;
}
