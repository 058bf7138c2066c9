/** The kinds of spans that a bank has, with their numbers in OTLP. */
export const spanKinds = { internal: 1, server: 2, client: 3 } as const;

/** A finished part of a trace. Times are epoch milliseconds with fractions. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly state: string;
  readonly name: string;
  readonly kind: keyof typeof spanKinds;
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
  readonly isError: boolean;
}
