import type { ServerSettings } from "../configuration/load-server-settings.ts";

export type Signal = "traces" | "metrics";

type CollectorSettings = Pick<ServerSettings, "telemetry.headers" | "telemetry.timeoutMs">;

/** Sends OTLP as JSON over HTTP to a collector. */
export class CollectorClient {
  readonly #endpoint: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #timeoutMs: number;

  constructor(endpoint: string, settings: CollectorSettings) {
    this.#endpoint = endpoint.replace(/(?<!\/)\/*$/, "");
    this.#headers = Object.fromEntries(readPairs(settings["telemetry.headers"]?.split(",") ?? []));
    this.#timeoutMs = settings["telemetry.timeoutMs"];
  }

  /** Rejects if the collector does not accept everything in time. */
  async send(signal: Signal, body: object, timeoutMs = this.#timeoutMs): Promise<void> {
    const response = await fetch(`${this.#endpoint}/v1/${signal}`, {
      method: "POST",
      headers: { ...this.#headers, "content-type": "application/json" },
      body: JSON.stringify(body),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`the collector returned ${response.status}`);
    const rejected = /"rejected(?:Spans|DataPoints)"\s*:\s*"?([1-9]\d*)/.exec(text)?.[1];
    if (rejected !== undefined) throw new Error(`the collector rejected ${rejected} of ${signal}`);
  }
}

/** Reads pairs like key=value, as OpenTelemetry writes headers and attributes in variables. */
export const readPairs = (pairs: readonly string[]): readonly (readonly [string, string])[] =>
  pairs.map((pair) => {
    const [key = ""] = pair.split("=", 1);
    return [key.trim(), decodeText(pair.slice(key.length + 1).trim())];
  });

/** Values may be percent-encoded, for example if they contain a comma. */
const decodeText = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
