import type { FactsOf, OperationId, Reader, ReadonlyDeep, ResponseOf } from "@varde/protocol";
import type { Awaitable, BoundedMap, ReadCache, Storage } from "@varde/storage";
import type { Logger } from "pino";
import type { BankConfiguration } from "./configuration/bank-configuration.ts";
import type { AuditTrail } from "./operations/audit/audit-trail.ts";
import type { Explanations } from "./operations/explanations/explanations.ts";
import type { LoggedRequest } from "./operations/log.ts";
import type { BankMetrics } from "./operations/metrics/bank-metrics.ts";
import type { PageAssets } from "./pages/page-assets.ts";
import type { BankPorts } from "./ports/bank-ports.ts";
import type { CertificateTrust } from "./ports/certificate-trust.ts";
import type { PortStates } from "./ports/guard/guard-ports.ts";
import type { PersonId } from "./ports/ids.ts";
import type { Session } from "./records/session.ts";
import type { TppCache } from "./records/tpp-cache.ts";
import type { ApiResponse } from "./request/api-response.ts";
import type { Interventions } from "./request/interventions.ts";
import type { Refusal } from "./request/refusal.ts";
import type { RequestContext } from "./request/request-context.ts";
import type { RequestOf } from "./request/request-of.ts";
import type { UnopenedScas } from "./request/unopened-scas.ts";
import type { UsedSignatures } from "./request/used-signatures.ts";

/** Dependencies of the checks and use cases, composed in `create-bank.ts`. */
export interface Bank extends BankPorts {
  readonly certificateTrust: CertificateTrust;
  /** Returns the states of the ports that are guarded; none in a sandbox. */
  readonly portStates: () => PortStates;
  /** Tells this bank from the others of the process, and is the same in all its processes. */
  readonly id: string;
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
  /** The reader of diagnoses; undefined in production, where nothing is diagnosed. */
  readonly reader: Reader | undefined;
  readonly explanations: Explanations;
  /** SCAs that were started with refusals, whose number has a bound. */
  readonly unopenedScas: UnopenedScas;
  /** Resolves in the next turn of the event loop, for all requests of this bank together. */
  readonly nextTurn: () => Promise<void>;
  readonly metrics: BankMetrics;
  /** Undefined if the audit is switched off, which only a sandbox may do. */
  readonly audit: AuditTrail | undefined;
  readonly interventions: Interventions;
}

/** Performs an operation after all its checks have passed. */
export type UseCase<Id extends OperationId> = (
  context: RequestOf<Id>,
  bank: Bank,
) => Awaitable<ApiResponse<ReadonlyDeep<ResponseOf<Id>>> | Refusal>;

/** Any use case, for the code that calls them after the checks have passed. */
export type CheckedUseCase = (
  context: RequestContext,
  bank: Bank,
) => Awaitable<ApiResponse | Refusal>;

/** Use cases by operation id. */
export type UseCases = { readonly [Id in OperationId]?: UseCase<Id> };

/** The operations that every bank serves; test data is loaded in sandboxes only. */
type BankOperationId = {
  [Id in OperationId]: FactsOf<Id>["path"] extends `/v1/sandbox/${string}` ? never : Id;
}[OperationId];

export type BankUseCases = Required<Pick<UseCases, BankOperationId>>;
