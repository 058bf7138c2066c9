import type { RequestListener } from "node:http";
import type { Server } from "node:https";
import { setTimeout } from "node:timers/promises";
import type { Certificate } from "@varde/protocol";
import type { FastifyInstance } from "fastify";
import type { Bank } from "./bank.ts";
import { type BankParts, composeBank } from "./composition/compose-bank.ts";
import { measureBank } from "./composition/measure-bank.ts";
import { housekeepingMs, kpiWriteMs } from "./configuration/constants.ts";
import { consentSubject } from "./consents/consent-subject.ts";
import { Connections } from "./http/connections/connections.ts";
import {
  asksForCertificate,
  createTlsListener,
  type RequestHandlers,
  type TlsIdentity,
} from "./http/connections/create-listener.ts";
import { createServer } from "./http/create-server.ts";
import { HostedRequests } from "./http/hosted-requests.ts";
import { appRoutes } from "./http/routes/app-routes.ts";
import { challengeRoutes } from "./http/routes/challenge-routes.ts";
import { explainRoutes } from "./http/routes/explain-routes.ts";
import { healthRoutes } from "./http/routes/health-routes.ts";
import { ownChannelRoutes } from "./http/routes/own-channel-routes.ts";
import { ownConsentRoutes } from "./http/routes/own-consent-routes.ts";
import { scaRoutes } from "./http/routes/sca-routes.ts";
import { BackgroundJobs } from "./operations/jobs/background-jobs.ts";
import { JobLease } from "./operations/jobs/job-lease.ts";
import { startBackgroundJobs } from "./operations/jobs/start-background-jobs.ts";
import { KpiWriter } from "./operations/kpi/kpi-writer.ts";
import type { MetricReading } from "./operations/metrics/metric-reading.ts";
import { readRetentionMs } from "./operations/stored-data/retention-ms.ts";
import { createOwnChannel, type OwnChannel } from "./own-channel/change-payment.ts";
import { identifyTpp } from "./parties/identify-tpp.ts";
import { verifyTrust } from "./parties/verify-trust.ts";
import { paymentSubject } from "./payments/authorise/payment-subject.ts";
import { basketSubject } from "./payments/baskets/basket-subject.ts";
import { BatchScheduler } from "./payments/batches/batch-scheduler.ts";
import {
  type DueBatchesRun,
  runDueBatches,
  runExtraBatch,
} from "./payments/batches/run-due-batches.ts";
import { cancellationSubject } from "./payments/cancel/cancellation-subject.ts";
import { collectOutcomes } from "./payments/execute/collect-outcomes.ts";
import { deliverOutbox, deliverUntilEmpty } from "./payments/execute/deliver-outbox.ts";
import { deliverQueued } from "./payments/execute/deliver-payments.ts";
import type { WorldId } from "./ports/ids.ts";
import type { Tpp } from "./records/tpp.ts";
import type { RequestObserver, RequestTracer } from "./request/finished-request.ts";
import { AppApprovals } from "./sca/app/app-approvals.ts";
import type { AppScaMethod } from "./sca/app/app-sca-method.ts";
import { ScaFlow } from "./sca/sca-flow.ts";
import { identificationSubject, type ScaSubjects } from "./sca/sca-subject.ts";
import { useCases } from "./use-cases.ts";

/** A bank with its server, which does not listen yet, and what its owner may do with it. */
export interface RunningBank {
  readonly app: FastifyInstance;
  readonly bank: Bank;
  readonly scaFlow: ScaFlow;
  /** Approvals that wait for PSUs in the bank's own app. */
  readonly appApprovals: AppApprovals;
  /**
   * Serves the challenges of this SCA method to the bank's app, by the API for its own channels. To
   * be called before the bank listens.
   */
  serveChallenges(method: AppScaMethod): void;
  /** Runs one extra batch, which takes all payments that are signed and due now. */
  runBatch(worldId: WorldId): Promise<number>;
  /**
   * Runs every due batch of a world, in order, each once. The bank does so in the background; call
   * this after moving a clock forward to wait for them. Throws an AbortError once the bank is being
   * closed.
   */
  runDueBatches(worldId: WorldId): Promise<DueBatchesRun>;
  /** Applies the outcomes that the core bank has reported since the last call. */
  collectOutcomes(worldId: WorldId): Promise<number>;
  /** Identifies the TPP of a certificate. Creates the TPP and its world the first time. */
  identifyTpp(certificate: Certificate): Promise<Tpp>;
  /** Changes a waiting payment, or cancels one, as a PSU would in the online bank. */
  readonly ownChannel: OwnChannel;
  /** Clears caches after a world was deleted or its data was replaced, as by a snapshot. */
  clearCaches(): void;
  /**
   * Delivers the signed payments of a world that were not delivered because of a crash or an error.
   * The bank does so in the background; call this before moving a clock forward, so that they are
   * not late. It may wait 10 seconds for payments that another process has claimed.
   */
  deliverOutbox(worldId: WorldId): Promise<void>;
  /** Creates a server that serves the same bank over TLS; `close` closes it too. */
  createTlsServer(identity: TlsIdentity): Server;
  /** Serves a request that a listener of the process has received; see `BankHost`. */
  readonly serve: RequestListener;
  /**
   * Finishes requests in flight, for 10 seconds at most. The storage stays open; its opener closes
   * it. A bank that is replaced by another process on the same port is ready until it closes.
   */
  close(options?: { readonly isReplaced?: boolean }): Promise<void>;
}

/**
 * Composes the bank from its parts; the composition root of this package. Throws
 * `ConfigurationRefused`, with a line for each fault, if the configuration is invalid.
 */
export const createBank = (parts: BankParts): RunningBank => {
  const bank = composeBank(parts);
  const subjects = scaSubjects(bank);
  const scaFlow = new ScaFlow(bank, subjects);
  const appApprovals = new AppApprovals(bank, subjects);
  const connections = parts.host?.connections ?? ownConnections(bank);
  const stopMeasuring = measureBank(bank, connections);
  const hasJobs = parts.hasBackgroundJobs ?? true;
  const kpi = hasJobs ? new KpiWriter(bank, readRetentionMs(parts.configuration).kpi) : undefined;
  const every = { ...useCases, ...parts.moreUseCases };
  const observers = listObservers(bank, kpi, parts.tracer);
  const app = createServer(bank, every, connections, observers, parts.tracer);
  const running = runOn(app, connections, bank, parts);
  registerPages(running, bank, scaFlow, appApprovals);
  const deliver = createDelivery(bank);
  const scheduler = new BatchScheduler(bank);
  const jobs = new BackgroundJobs(bank.log, bank.metrics);
  const lease = new JobLease(bank);
  if (hasJobs) {
    startBackgroundJobs(jobs, lease, { scheduler, deliver }, bank);
    jobs.every(kpiWriteMs, "kpi", async () => kpi?.write());
    jobs.every(housekeepingMs, "host", async (stopping) => parts.housekeeping?.(bank, stopping));
  }
  return {
    app,
    bank,
    scaFlow,
    appApprovals,
    serveChallenges: (method) => void app.register(challengeRoutes(bank, method, appApprovals)),
    runBatch: (worldId) => runExtraBatch(worldId, bank),
    runDueBatches: async (worldId) => {
      const { stopping } = jobs;
      stopping.throwIfAborted();
      return runDueBatches(worldId, bank, { stopping });
    },
    collectOutcomes: async (worldId) =>
      collectOutcomes(worldId, await bank.clock.now(worldId), bank),
    identifyTpp: (certificate) => identifyOwner(certificate, bank),
    ownChannel: createOwnChannel(bank),
    clearCaches: () => {
      scheduler.forget();
      bank.tppCache.forget();
    },
    deliverOutbox: async (worldId) => {
      await scheduler.work.releaseLeases();
      await deliverUntilEmpty(worldId, bank, deliver, jobs.stopping);
    },
    createTlsServer: (identity) => createOwnTlsServer(app, connections, identity, bank),
    serve: (request, response) => {
      running.hosted.begin(request, response);
      app.server.emit("request", request, response);
    },
    close: (options) => stop(running, { jobs, lease, kpi }, bank, options).finally(stopMeasuring),
  };
};

const ownConnections = ({ configuration: { trustedProxies }, log }: Bank): Connections =>
  new Connections((text) => log.warn(text), { trustedProxies });

/** Returns the observers, each of which receives every finished request. */
const listObservers = (
  { configuration, metrics, audit }: Bank,
  kpi: KpiWriter | undefined,
  tracer: RequestTracer | undefined,
): readonly RequestObserver[] => [
  ...(configuration.metrics ? [metrics.observeRequest] : []),
  (finished) => kpi?.observe(finished),
  (finished) => audit?.record(finished),
  ...(tracer === undefined ? [] : [endTrace]),
];

/** A bank with a host leaves connections and metrics to it. */
const runOn = (
  app: FastifyInstance,
  connections: Connections,
  { metrics }: Bank,
  { host, readMetrics = () => metrics.read() }: BankParts,
): Running => {
  const common = { app, hosted: new HostedRequests(), isStopping: false };
  if (host !== undefined) return { ...common, connections: undefined, readMetrics: undefined };
  connections.watch(app.server);
  return { ...common, connections, readMetrics };
};

/** Requests over TLS get the same responses as over plain HTTP, also those that are malformed. */
const createOwnTlsServer = (
  { server }: FastifyInstance,
  connections: Connections,
  identity: TlsIdentity,
  { configuration }: Bank,
): Server => {
  const handlers: RequestHandlers = {
    serve: (request, response) => void server.emit("request", request, response),
    refuse: (error, socket) => void server.emit("clientError", error, socket),
  };
  const asks = asksForCertificate(configuration);
  return createTlsListener(handlers, connections, { identity, asksForCertificate: asks });
};

const endTrace: RequestObserver = (finished) => finished.trace?.end(finished);

interface Running {
  readonly app: FastifyInstance;
  readonly hosted: HostedRequests;
  /** Undefined if the process owns them. */
  readonly connections: Connections | undefined;
  /** Undefined if the metrics are not served here: they would show what other banks do. */
  readonly readMetrics: (() => Promise<readonly MetricReading[]>) | undefined;
  isStopping: boolean;
}

/** Work that runs beside the requests. */
interface Background {
  readonly jobs: BackgroundJobs;
  readonly lease: JobLease;
  readonly kpi: KpiWriter | undefined;
}

/** Stops the bank after a while in which it is not ready but still serves. */
const stop = async (
  running: Running,
  { jobs, lease, kpi }: Background,
  { configuration, explanations, log, audit }: Bank,
  { isReplaced = false }: Parameters<RunningBank["close"]>[0] = {},
): Promise<void> => {
  running.isStopping = !isReplaced;
  if (isReplaced) await running.connections?.handOver();
  else if (configuration.drainMs > 0) await setTimeout(configuration.drainMs);
  if (running.connections === undefined) await running.hosted.finish();
  await jobs.stop();
  // If the database is unavailable, the lease expires instead.
  await lease.release().catch(() => {});
  await Promise.all([running.app.close(), running.connections?.close(), explanations.close()]);
  await Promise.all([kpi?.finish(log), audit?.close()]);
};

const identifyOwner = async (certificate: Certificate, bank: Bank): Promise<Tpp> => {
  const { isAnchored } = await verifyTrust(certificate, "seal", bank);
  return identifyTpp(certificate, isAnchored, bank);
};

/** Registers what is served besides the operations of the interface. */
const registerPages = (
  running: Running,
  bank: Bank,
  scaFlow: ScaFlow,
  appApprovals: AppApprovals,
): void => {
  const { app } = running;
  app.register(scaRoutes(bank, scaFlow));
  app.register(ownConsentRoutes(bank));
  app.register(ownChannelRoutes(bank, appApprovals));
  app.register(healthRoutes(bank, () => running.isStopping, running.readMetrics));
  if (bank.configuration.mode === "sandbox") {
    app.register(explainRoutes(bank));
    app.register(appRoutes(bank, appApprovals));
  }
};

/** The SCA subject of each kind. */
const scaSubjects = (bank: Bank): ScaSubjects => ({
  identification: identificationSubject,
  payment: paymentSubject(bank),
  cancellation: cancellationSubject(bank),
  basket: basketSubject(bank),
  consent: consentSubject(bank),
});

const createDelivery =
  (bank: Bank) =>
  (stopping?: AbortSignal): Promise<number> =>
    deliverOutbox(
      bank,
      (ids) => deliverQueued(ids, (worldId) => bank.clock.now(worldId), bank),
      stopping,
    );
