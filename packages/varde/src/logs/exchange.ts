import type { LogLine } from "./format-log-line.ts";

interface Fault {
  readonly code: string;
  readonly path?: string;
  readonly text: string;
}

/** A request and its answer, as far as they are shown, as the sandbox's control API tells them. */
export interface Exchange {
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

/** The line that stands for an exchange. */
export const lineOfExchange = (exchange: Exchange): LogLine => {
  const { at, ms, operation, tpp, request, answer, warnings, why } = exchange;
  const [fault] = why?.faults ?? [];
  const asked = `${request.method} ${request.target}`;
  return {
    time: Date.parse(at),
    ms,
    operation,
    // What leads to no operation goes by what was asked.
    ...(asked !== operation && { request: asked }),
    status: answer.status,
    ...(tpp !== undefined && { tpp }),
    ...(warnings !== undefined && { warnings }),
    ...(fault?.code !== undefined && { code: fault.code }),
    ...(why?.reason !== undefined && { reason: why.reason }),
    ...(why !== undefined && { texts: why.faults.map((each) => textOf(each, fault)) }),
    ...(why?.explanation !== undefined && { explanation: why.explanation }),
  };
};

/** Where it is and what; the code too if it is not that of the first, which is shown above. */
const textOf = ({ code, path, text }: Fault, first: Fault | undefined): string => {
  const place = path === undefined ? text : `${path}: ${text}`;
  return code === first?.code ? place : `${code} ${place}`;
};
