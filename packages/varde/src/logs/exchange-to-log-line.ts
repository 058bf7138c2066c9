import type { LoggedExchange } from "@varde/protocol";
import type { LogLine } from "./format-log-line.ts";

type Fault = NonNullable<LoggedExchange["why"]>["faults"][number];

/** Converts an exchange to the line that is shown. */
export const exchangeToLogLine = (exchange: LoggedExchange): LogLine => {
  const { at, ms, operation, tpp, request, response, warnings, why } = exchange;
  const [fault] = why?.faults ?? [];
  const asked = `${request.method} ${request.target}`;
  return {
    time: Date.parse(at),
    ms,
    operation,
    // Without an operation, the request itself is shown as the operation.
    ...(asked !== operation && { request: asked }),
    status: response.status,
    ...(tpp !== undefined && { tpp }),
    ...(warnings !== undefined && { warnings }),
    ...(fault?.code !== undefined && { code: fault.code }),
    ...(why?.reason !== undefined && { reason: why.reason }),
    ...(why !== undefined && { texts: why.faults.map((each) => formatFault(each, fault)) }),
    ...(why?.explanation !== undefined && { explanation: why.explanation }),
  };
};

/** Returns path and text, and the code if it differs from the first one, which is shown above. */
const formatFault = ({ code, path, text }: Fault, first: Fault | undefined): string => {
  const place = path === undefined ? text : `${path}: ${text}`;
  return code === first?.code ? place : `${code} ${place}`;
};
