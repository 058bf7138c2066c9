import type { ServerSettings } from "../configuration/load-server-settings.ts";
import type { TraceContext } from "./trace-context.ts";

/** Decides whether the spans of a trace are recorded. */
export type Sampler = (traceId: string, parent: TraceContext | undefined) => boolean;

/** The digits of a trace id that decide: 52 bits, which a number holds exactly. */
const decidingDigits = 13;

/** Returns the sampler of the settings, whose names are those of OpenTelemetry. */
export const createSampler = ({
  "telemetry.sampler": name,
  "telemetry.samplingRatio": ratio,
}: Pick<ServerSettings, "telemetry.sampler" | "telemetry.samplingRatio">): Sampler => {
  const own = ownSamplers[name.replace("parentbased_", "") as keyof typeof ownSamplers](ratio);
  return name.startsWith("parentbased_")
    ? (traceId, parent) => parent?.isSampled ?? own(traceId)
    : own;
};

const ownSamplers = {
  always_on: () => () => true,
  always_off: () => () => false,
  // All systems that see the same id decide the same.
  traceidratio: (ratio: number) => (traceId: string) =>
    Number.parseInt(traceId.slice(-decidingDigits), 16) < ratio * 16 ** decidingDigits,
} as const;
