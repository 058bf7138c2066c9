import type { LogLine } from "./format-log-line.ts";

interface Fault {
  readonly code: string;
  readonly path?: string;
  readonly text: string;
}

/** A request and its response, as returned by the control API of the sandbox. */
export interface LoggedExchange {
  readonly at: string;
  readonly ms: number;
  readonly operation: string;
  readonly tpp?: string;
  readonly request: { readonly method: string; readonly target: string };
  readonly answer: { readonly status: number };
  readonly warnings?: readonly string[];
  readonly why?: {
    readonly faults: readonly Fault[];
    readonly reason?: string;
    readonly explanation?: string;
  };
}

/** Converts an exchange to the line that is shown. */
export const exchangeToLogLine = (exchange: LoggedExchange): LogLine => {
  const { at, ms, operation, tpp, request, answer, warnings, why } = exchange;
  const [fault] = why?.faults ?? [];
  const asked = `${request.method} ${request.target}`;
  return {
    time: Date.parse(at),
    ms,
    operation,
    // Without an operation, the request itself is shown as the operation.
    ...(asked !== operation && { request: asked }),
    status: answer.status,
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
