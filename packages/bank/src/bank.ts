import type { BoundedMap, ReadCache, Storage } from "@varde/storage";
import type { Logger } from "pino";
import type { AuditTrail } from "./audit/audit-trail.ts";
import type { BankConfiguration } from "./configuration/bank-configuration.ts";
import type { Explanations } from "./explanations/explanations.ts";
import type { LoggedRequest } from "./log.ts";
import type { BankMetrics } from "./metrics/bank-metrics.ts";
import type { BankPorts } from "./ports/bank-ports.ts";
import type { CertificateTrust } from "./ports/certificate-trust.ts";
import type { PortStates } from "./ports/guard/guard-ports.ts";
import type { PersonId } from "./ports/ids.ts";
import type { Interventions } from "./request/interventions.ts";
import type { Session } from "./request/session.ts";
import type { TppCache } from "./request/tpp-cache.ts";
import type { UnopenedScas } from "./request/unopened-scas.ts";
import type { UsedSignatures } from "./request/used-signatures.ts";
import type { PageAssets } from "./sca/pages/page-assets.ts";

/** Dependencies of the checks and use cases, composed in `create-bank.ts`. */
export interface Bank extends BankPorts {
  readonly certificateTrust: CertificateTrust;
  /** Returns the states of the ports that are guarded; none in a sandbox. */
  readonly portStates: () => PortStates;
  readonly configuration: BankConfiguration;
  /** The files of the pages, with the bank's own look. */
  readonly pageAssets: PageAssets;
  readonly storage: Storage;
  readonly log: Logger;
  /** Logs a request of the interface and its result. */
  readonly logRequest: (request: LoggedRequest) => void;
  readonly tppCache: TppCache;
  /** The person of each PSU-ID. */
  readonly psuCache: ReadCache<PersonId | undefined>;
  /** Sessions by TPP and TPP-Session-ID. */
  readonly sessionCache: ReadCache<readonly Session[]>;
  /** Redirect addresses that are known to be well-formed. */
  readonly knownRedirectUris: BoundedMap<string, true>;
  readonly usedSignatures: UsedSignatures;
  readonly explanations: Explanations;
  /** SCAs that were started with refusals, whose number has a bound. */
  readonly unopenedScas: UnopenedScas;
  readonly metrics: BankMetrics;
  /** Undefined if the audit is switched off, which only a sandbox may do. */
  readonly audit: AuditTrail | undefined;
  readonly interventions: Interventions;
}
