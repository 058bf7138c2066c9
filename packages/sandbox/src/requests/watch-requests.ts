import type { Clock, Interventions } from "@varde/bank";
import { describeRequest, describeSca, type FinishedExchange } from "./describe-request.ts";
import { createFigures } from "./figures.ts";
import { openJournal, type StartOptions } from "./journal.ts";
import { type RequestFacts, strangersWorld } from "./request-facts.ts";
import { createRequestLog } from "./request-log.ts";
import { createSeenCertificates } from "./seen-certificates.ts";

/** Creates the parts that record requests for the console and the control API. */
export const createWatchers = (
  requestFacts: RequestFacts,
  { machineNow, now }: Pick<Clock, "machineNow" | "now">,
  startOptions: StartOptions,
) => ({
  requestFacts,
  requestLog: createRequestLog(requestFacts),
  journal: openJournal({ facts: requestFacts, machineNow, worldNow: now, startOptions }),
  figures: createFigures(machineNow),
  certificates: createSeenCertificates(),
});

export type Watchers = ReturnType<typeof createWatchers>;

/** Records every request and every end of an SCA. */
export const watchInterventions = (
  { requestLog, requestFacts, journal, figures, certificates }: Watchers,
  machineNow: () => number,
): Pick<Interventions, "onHandled" | "onDropped" | "onUnrouted" | "onScaEnded"> => {
  const record = (exchange: FinishedExchange): void => {
    const number = requestFacts.nextNumber();
    const worldId = exchange.context.knownTpp?.worldId ?? strangersWorld;
    requestFacts.add(worldId, describeRequest(exchange, number));
    requestLog.record(exchange, number);
    journal.addRequest(worldId, exchange, number);
  };
  return {
    onHandled: (request) => {
      record(request);
      figures.countRequest(request);
      certificates.record(request);
    },
    onDropped: record,
    onUnrouted: (request) => {
      requestLog.recordUnrouted(request);
      journal.addUnrouted(request);
      figures.countUnrouted(request);
    },
    onScaEnded: (sca, fault, accountIds) => {
      journal.addSca(sca, fault, accountIds);
      figures.countScaEnd(fault === undefined);
      const place = { number: requestFacts.nextNumber(), at: machineNow() };
      requestFacts.add(sca.worldId, describeSca(sca, fault, place));
    },
  };
};
