import { checkTable, explanationsBusy, type RunningBank } from "@varde/bank";
import {
  type ControlResponse,
  type LoggedExchange,
  type OperationId,
  operations,
  type TppMessageCode,
} from "@varde/protocol";
import { ControlRefused } from "../control-refused.ts";
import { expandOperations } from "../reference/expand-operations.ts";
import { errorTexts } from "../reference/texts/error-texts.ts";
import { headerTexts } from "../reference/texts/header-texts.ts";
import { responseHeaderTexts } from "../reference/texts/response-header-texts.ts";
import { presentExchange } from "./present-exchange.ts";
import { charactersMax } from "./recorded-request.ts";
import type { RequestLog } from "./request-log.ts";

type Explained = ControlResponse<"readRequest">;

/** Explains a recorded request: its checks, its headers, its signature and its error codes. */
export const explainExchange = async (
  exchangeId: string,
  { requestLog, bank }: Pick<RunningBank, "bank"> & { readonly requestLog: RequestLog },
): Promise<Explained> => {
  const recorded = requestLog.find(exchangeId);
  if (recorded === undefined) {
    throw new ControlRefused(`request ${exchangeId} is no longer stored; only the latest are`);
  }
  const exchange = presentExchange(recorded);
  const { request, why } = exchange;
  const link = why?.explanation?.split("/").at(-1);
  const signature = link === undefined ? undefined : await bank.explanations.open(link, "control");
  if (signature === "busy") throw new ControlRefused(explanationsBusy, 503);
  return {
    exchange,
    checks: listChecks(exchange),
    headers: explainHeaders(request.headers, requestHeaderTexts),
    responseHeaders: explainHeaders(recorded.responseHeaders, responseHeaderTexts),
    ...(signature === undefined ? {} : { signature }),
    ...findReference(exchange),
    isComplete: (request.body?.length ?? 0) < charactersMax,
    // The remedy of a refused signature is to open its explanation, which this is.
    codes: Object.fromEntries(
      (signature === undefined ? (why?.faults ?? []) : []).map(({ code }) => [
        code,
        errorTexts[code as TppMessageCode],
      ]),
    ),
  };
};

const requestHeaderTexts = Object.fromEntries(
  Object.entries(headerTexts).map(([name, { description }]) => [name, description]),
);

const explainHeaders = (
  headers: Readonly<Record<string, string>>,
  texts: Readonly<Record<string, string>>,
): Explained["headers"] =>
  Object.entries(headers).map(([name, value]) => {
    const text = Object.hasOwn(texts, name) ? texts[name] : undefined;
    return { name, value, ...(text !== undefined && { text }) };
  });

/** Returns the page of the operation; payments have a page for each service and product. */
const findReference = ({
  operation,
  request: { target },
}: LoggedExchange): { readonly reference?: string } => {
  const page = expandOperations().find(
    ({ operation: { id }, service, path }) =>
      id === operation && (service === undefined || target.includes(path.split("/{")[0] ?? path)),
  );
  return page === undefined ? {} : { reference: `/docs/operations/${page.name}` };
};

/** Lists the checks of the operation: those before the one that refused the request passed. */
const listChecks = ({ operation, why }: LoggedExchange): Explained["checks"] => {
  const { byOperation } = checkTable();
  if (!Object.hasOwn(operations, operation)) return [];
  const names = byOperation[operation as OperationId];
  const refusedAt = why?.refusedBy === undefined ? names.length : names.indexOf(why.refusedBy);
  return names.map((name, at) => {
    if (at === refusedAt) return { name, state: "refused" };
    return { name, state: at < refusedAt ? "passed" : "skipped" };
  });
};
