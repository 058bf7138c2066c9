import type { Interventions } from "@varde/bank";
import { describeRequest, describeSca, type FinishedExchange } from "./describe-request.ts";
import { createFigures } from "./figures.ts";
import { type RequestFacts, strangersWorld } from "./request-facts.ts";
import { createRequestLog } from "./request-log.ts";
import { createSeenCertificates } from "./seen-certificates.ts";

/** Creates the parts that record requests for the console and the control API. */
export const createWatchers = (requestFacts: RequestFacts, machineNow: () => number) => ({
  requestFacts,
  requestLog: createRequestLog(requestFacts),
  figures: createFigures(machineNow),
  certificates: createSeenCertificates(),
});

export type Watchers = ReturnType<typeof createWatchers>;

/** Records every request and every end of an SCA. */
export const watchInterventions = (
  { requestLog, requestFacts, figures, certificates }: Watchers,
  machineNow: () => number,
): Pick<Interventions, "onHandled" | "onDropped" | "onUnrouted" | "onScaEnded"> => {
  const record = (exchange: FinishedExchange): void => {
    const number = requestFacts.nextNumber();
    const worldId = exchange.context.knownTpp?.worldId ?? strangersWorld;
    requestFacts.add(worldId, describeRequest(exchange, number));
    requestLog.record(exchange, number);
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
      figures.countUnrouted(request);
    },
    onScaEnded: (sca, fault) => {
      figures.countScaEnd(fault === undefined);
      const place = { number: requestFacts.nextNumber(), at: machineNow() };
      requestFacts.add(sca.worldId, describeSca(sca, fault, place));
    },
  };
};
