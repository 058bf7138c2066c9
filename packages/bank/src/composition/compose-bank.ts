import { Reader } from "@varde/protocol";
import { BoundedMap, type ReadCache, type ReadCacheOptions, type Storage } from "@varde/storage";
import { type DestinationStream, pino } from "pino";
import type { Bank, UseCases } from "../bank.ts";
import type { BankConfiguration } from "../configuration/bank-configuration.ts";
import type { Connections } from "../http/connections/connections.ts";
import { AuditTrail } from "../operations/audit/audit-trail.ts";
import { Explanations } from "../operations/explanations/explanations.ts";
import { logOptions, requestLogger } from "../operations/log.ts";
import { BankMetrics } from "../operations/metrics/bank-metrics.ts";
import type { MetricReading } from "../operations/metrics/metric-reading.ts";
import { findBankId } from "../operations/stored-data/open-bank-storage.ts";
import { buildPageAssets } from "../pages/page-assets.ts";
import { psuCacheOptions } from "../parties/psu-store.ts";
import { sessionCacheOptions } from "../parties/session-store.ts";
import { createTurns } from "../pipeline/create-turns.ts";
import type { BankPorts } from "../ports/bank-ports.ts";
import { databaseClock } from "../ports/clock.ts";
import { TppCache } from "../records/tpp-cache.ts";
import type { RequestTracer } from "../request/finished-request.ts";
import type { Interventions } from "../request/interventions.ts";
import { UnopenedScas } from "../request/unopened-scas.ts";
import { usedSignatures } from "../request/used-signatures.ts";
import { guardBankPorts } from "./guard-bank-ports.ts";

/** The process of a bank that shares it with other banks. It owns the listeners. */
export interface BankHost {
  /** The name of the bank in the log. */
  readonly name: string;
  readonly connections: Connections;
  /** How many banks share the memory of the process. */
  readonly bankCount: number;
}

export interface BankParts {
  readonly configuration: BankConfiguration;
  readonly storage: Storage;
  /** The bank's time is that of the database unless there is a clock that can be moved. */
  readonly ports: Omit<BankPorts, "clock"> & Partial<Pick<BankPorts, "clock">>;
  readonly logTo: DestinationStream;
  /** Operations that only a sandbox has. */
  readonly moreUseCases?: UseCases;
  readonly interventions?: Interventions;
  /** A job that runs once a minute, beside those of the bank. */
  readonly housekeeping?: (bank: Bank, stopping: AbortSignal) => Promise<unknown>;
  /** Reads the metrics to serve; by default those of this bank. */
  readonly readMetrics?: () => Promise<readonly MetricReading[]>;
  /** Follows requests across systems; by default none is followed. */
  readonly tracer?: RequestTracer | undefined;
  /** Given if the bank shares the process; by default it has listeners of its own. */
  readonly host?: BankHost | undefined;
  /** True by default. If false, nothing runs by itself, not even batches. */
  readonly hasBackgroundJobs?: boolean;
}

/** Composes the dependencies of the checks and use cases. */
export const composeBank = (parts: BankParts): Bank => {
  const { configuration, storage } = parts;
  const { ids, clock = databaseClock(storage) } = parts.ports;
  const metrics = new BankMetrics();
  const { tracer, host } = parts;
  const share = (entries: number) => shareEntries(entries, host?.bankCount);
  const createCache = <Value>(options: ReadCacheOptions): ReadCache<Value> =>
    storage.createReadCache({ ...options, entriesMax: share(options.entriesMax) });
  const logFields = tracer && (() => tracer.logFields());
  const base = host === undefined ? null : { bank: host.name };
  const log = pino(
    { ...logOptions, base, ...(logFields !== undefined && { mixin: logFields }) },
    parts.logTo,
  );
  const ports = guardBankPorts(configuration, { ...parts.ports, clock }, metrics, log);
  const auditParts = {
    ...{ storage, ids, log },
    signer: ports.responseSigner,
    waitingMax: share(50_000),
  };
  return {
    ...ports,
    id: configuration.bankId ?? findBankId(storage),
    configuration,
    pageAssets: buildPageAssets(configuration),
    storage,
    log,
    logRequest: requestLogger(parts.logTo, logFields, host?.name),
    tppCache: new TppCache(),
    psuCache: createCache(psuCacheOptions),
    sessionCache: createCache(sessionCacheOptions),
    knownRedirectUris: new BoundedMap(share(10_000)),
    usedSignatures,
    reader: configuration.mode === "sandbox" ? Reader.ofSandbox(configuration.mode) : undefined,
    explanations: new Explanations(),
    unopenedScas: new UnopenedScas(configuration.unopenedScasMax),
    nextTurn: createTurns(),
    metrics,
    audit: configuration.audit ? new AuditTrail(auditParts) : undefined,
    interventions: (configuration.mode === "sandbox" && parts.interventions) || {},
  };
};

/** The fewest entries that a bank may have of what is divided among the banks of a process. */
const entriesMin = 1_000;

/** Returns the share of one bank. Two shares each, because not all banks are busy at once. */
const shareEntries = (entries: number, bankCount = 1): number =>
  bankCount <= 2 ? entries : Math.max(Math.ceil((2 * entries) / bankCount), entriesMin);
