import type { LogLine } from "./format-log-line.ts";

/** A request and its answer, as far as they are shown, as the sandbox's control API tells them. */
export interface Exchange {
  readonly at: string;
  readonly ms: number;
  readonly operation: string;
  readonly tpp?: string;
  readonly answer: { readonly status: number };
  readonly warnings?: readonly string[];
  readonly why?: {
    readonly faults: readonly {
      readonly code: string;
      readonly path?: string;
      readonly text: string;
    }[];
    readonly reason?: string;
    readonly explanation?: string;
  };
}

/** The line that stands for an exchange. */
export const lineOfExchange = (exchange: Exchange): LogLine => {
  const { at, ms, operation, tpp, answer, warnings, why } = exchange;
  const [fault] = why?.faults ?? [];
  return {
    time: Date.parse(at),
    ms,
    operation,
    status: answer.status,
    ...(tpp !== undefined && { tpp }),
    ...(warnings !== undefined && { warnings }),
    ...(fault?.code !== undefined && { code: fault.code }),
    ...(fault?.path !== undefined && { path: fault.path }),
    ...(why?.reason !== undefined && { reason: why.reason }),
    ...(why !== undefined && { texts: why.faults.map(({ text }) => text) }),
    ...(why?.explanation !== undefined && { explanation: why.explanation }),
  };
};
