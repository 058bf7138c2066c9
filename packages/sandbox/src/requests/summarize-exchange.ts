import type { ExchangeSummary } from "@varde/protocol";
import type { RecordedRequest } from "./recorded-request.ts";

/** Summarizes a recorded request for a list, without formatting its headers and bodies. */
export const summarizeExchange = (recorded: RecordedRequest): ExchangeSummary => {
  const { receivedAt, respondedAt, operation, target, tpp, status } = recorded;
  const code = recorded.refusal?.violations[0]?.code;
  return {
    exchangeId: String(recorded.number),
    at: new Date(receivedAt).toISOString(),
    ms: respondedAt - receivedAt,
    operation,
    target,
    ...(tpp !== undefined && { tpp }),
    status,
    ...(code !== undefined && { code }),
    warnings: recorded.warnings.length,
    resources: listResources(recorded),
  };
};

/** Lists the ids in the path, and of what the request created, which a response starts with. */
const listResources = ({ target, status, response }: RecordedRequest): readonly string[] => {
  const created = status === 201 ? response.slice(0, createdLength) : "";
  const ids = `${target} ${created}`.match(resourceId);
  return ids === null ? [] : [...new Set(ids)];
};

const createdLength = 200;
const resourceId = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;
