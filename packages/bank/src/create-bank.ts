import type { Storage } from "@varde/storage";
import type { FastifyInstance } from "fastify";
import { type DestinationStream, pino } from "pino";
import { accountUseCases } from "./accounts/use-cases.ts";
import type { Bank, BankPorts } from "./bank.ts";
import { cardAccountUseCases } from "./card-accounts/use-cases.ts";
import type { BankConfiguration } from "./configuration.ts";
import { approveConsent } from "./consents/approve-consent.ts";
import { consentUseCases } from "./consents/use-cases.ts";
import { housekeepingMs, outboxPollMs } from "./constants.ts";
import { fundsUseCases } from "./funds/use-cases.ts";
import { createServer, type UseCases } from "./http/create-server.ts";
import { explainRoutes } from "./http/explain-routes.ts";
import { Explanations } from "./http/explanations.ts";
import { healthRoutes } from "./http/health-routes.ts";
import { logOptions } from "./log.ts";
import { deliverOutbox } from "./outbox/deliver-outbox.ts";
import { approvePayment } from "./payments/approve-payment.ts";
import { collectOutcomes } from "./payments/collect-outcomes.ts";
import { deliverPayment } from "./payments/deliver-payment.ts";
import { runBatch } from "./payments/run-batch.ts";
import { paymentUseCases } from "./payments/use-cases.ts";
import { psuUseCases } from "./psus/use-cases.ts";
import { forgetOldRequests } from "./requests/request-store.ts";
import { scaRoutes } from "./sca/routes.ts";
import { identificationSubject, type ScaSubjects } from "./sca/sca-subject.ts";
import { ScaWalk } from "./sca/walk-sca.ts";
import { KnownTpps } from "./tpps/known-tpps.ts";
import { tppUseCases } from "./tpps/use-cases.ts";

/** A bank that answers: its server, not listening yet, and what others may ask of it. */
export interface RunningBank {
  readonly app: FastifyInstance;
  readonly bank: Bank;
  readonly scaWalk: ScaWalk;
  /** Takes the payments that are due in a world and hands them to the core bank. */
  runBatch(worldId: string): Promise<number>;
  /** Takes over what the core bank has found out since. */
  collectOutcomes(worldId: string): Promise<number>;
  /** Delivers signed payments that a crash or a fault left behind. */
  deliverOutbox(): Promise<number>;
  /** Finishes what is in flight. The storage stays open: whoever opened it closes it. */
  close(): Promise<void>;
}

/** Puts the bank together. Nothing else in this package knows how its parts are found. */
export const createBank = (parts: {
  readonly configuration: BankConfiguration;
  readonly storage: Storage;
  readonly ports: BankPorts;
  readonly logTo: DestinationStream;
}): RunningBank => {
  const bank: Bank = {
    ...parts.ports,
    configuration: parts.configuration,
    storage: parts.storage,
    log: pino(logOptions, parts.logTo),
    knownTpps: new KnownTpps(),
    explanations: new Explanations(),
  };
  const scaWalk = new ScaWalk(bank, scaSubjects(bank));
  const app = createServer(bank, useCases);
  app.register(scaRoutes(bank, scaWalk));
  app.register(healthRoutes(bank));
  if (bank.configuration.mode === "sandbox") app.register(explainRoutes(bank));
  const deliver = () => deliverOutbox(bank, (paymentId) => deliverPayment(paymentId, bank));
  const stopChores = startChores(bank, deliver);
  return {
    app,
    bank,
    scaWalk,
    runBatch: (worldId) => runBatch(worldId, bank),
    collectOutcomes: (worldId) => collectOutcomes(worldId, bank),
    deliverOutbox: deliver,
    close: async () => {
      stopChores();
      await app.close();
    },
  };
};

/** The operations this bank serves, by their names in the operations table. */
const useCases: UseCases = {
  ...paymentUseCases,
  ...consentUseCases,
  ...accountUseCases,
  ...cardAccountUseCases,
  ...psuUseCases,
  ...fundsUseCases,
  ...tppUseCases,
};

/** What the end of an SCA means, by what it was about. */
const scaSubjects = (bank: Bank): ScaSubjects => ({
  identification: identificationSubject,
  payment: approvePayment(bank),
  consent: approveConsent(bank),
});

/** What every process does by itself, each at its own pace; a failed turn is tried again later. */
const startChores = (bank: Bank, deliver: () => Promise<number>): (() => void) => {
  const every = (ms: number, chore: () => Promise<unknown>): NodeJS.Timeout => {
    let isRunning = false;
    const timer = setInterval(() => {
      if (isRunning) return;
      isRunning = true;
      chore()
        .catch((error: unknown) => bank.log.error({ err: error }, "a chore failed"))
        .finally(() => {
          isRunning = false;
        });
    }, ms);
    return timer.unref();
  };
  const timers = [
    every(outboxPollMs, deliver),
    every(housekeepingMs, () =>
      bank.storage.write(() => forgetOldRequests(bank.clock.machineNow())),
    ),
  ];
  return () => timers.forEach(clearInterval);
};
