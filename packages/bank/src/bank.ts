import type { BoundedMap, ReadCache, Storage } from "@varde/storage";
import type { Logger } from "pino";
import type { BankConfiguration } from "./configuration.ts";
import type { BankMetrics } from "./http/bank-metrics.ts";
import type { Explanations } from "./http/explanations.ts";
import type { Clock } from "./ports/clock.ts";
import type { CoreBank } from "./ports/core-bank.ts";
import type { Ids } from "./ports/ids.ts";
import type { Interventions } from "./ports/interventions.ts";
import type { KidRegister } from "./ports/kid-register.ts";
import type { PsuDirectory } from "./ports/psu-directory.ts";
import type { ResponseSigner } from "./ports/response-signer.ts";
import type { ScaMethod } from "./ports/sca-method.ts";
import type { TppRegister } from "./ports/tpp-register.ts";
import type { Worlds } from "./ports/worlds.ts";
import type { KnownPsus } from "./psus/known-psus.ts";
import type { Session } from "./sessions/session.ts";
import type { KnownTpps } from "./tpps/known-tpps.ts";

/** What a bank supplies to be served through the interface. */
export interface BankPorts {
  readonly coreBank: CoreBank;
  readonly psuDirectory: PsuDirectory;
  readonly scaMethod: ScaMethod;
  readonly tppRegister: TppRegister;
  readonly kidRegister: KidRegister;
  readonly worlds: Worlds;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly responseSigner: ResponseSigner | undefined;
}

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
