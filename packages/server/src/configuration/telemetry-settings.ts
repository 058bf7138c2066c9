import { optionalSetting, type Setting, secretSetting, setting } from "@varde/bank";
import { schemaType } from "@varde/protocol";

const { boolean, integer, list, oneOf, string } = schemaType;

const exporter = oneOf(["otlp", "none"]);
const samplers = ["always_on", "always_off", "traceidratio"] as const;

const samplingRatio: Setting<number> = {
  schema: { type: "number", minimum: 0, maximum: 1, description: "a number from 0 to 1" },
  default: 1,
  environment: "OTEL_TRACES_SAMPLER_ARG",
  about: "the share of traces that the samplers `traceidratio` record",
};

/** Where metrics and traces are exported. The variables are those of OpenTelemetry. */
export const telemetrySettings = {
  "telemetry.endpoint": optionalSetting(
    string({
      pattern: "^https?://[^?#]+$",
      description: "an address like http://127.0.0.1:4318",
    }),
    {
      environment: "OTEL_EXPORTER_OTLP_ENDPOINT",
      about:
        "an OpenTelemetry collector, to which metrics (`/v1/metrics`) and traces (`/v1/traces`) " +
        "are sent; without it nothing is exported",
    },
  ),
  "telemetry.protocol": setting(oneOf(["http/json"]), {
    default: "http/json",
    environment: "OTEL_EXPORTER_OTLP_PROTOCOL",
    about: "how they are sent: OTLP as JSON over HTTP",
  }),
  "telemetry.headers": secretSetting(
    {
      environment: "OTEL_EXPORTER_OTLP_HEADERS",
      about: "headers for the collector, like `Authorization=Basic%20…`, separated by commas",
    },
    string({ pattern: "^[^=,]+=[^,]*(?:,[^=,]+=[^,]*)*$", description: "pairs like key=value" }),
  ),
  "telemetry.timeoutMs": setting(integer({ minimum: 1, description: "a whole number above 0" }), {
    default: 10_000,
    environment: "OTEL_EXPORTER_OTLP_TIMEOUT",
    about: "time limit of a request to the collector",
  }),
  "telemetry.metrics": setting(exporter, {
    default: "otlp",
    environment: "OTEL_METRICS_EXPORTER",
    about: "whether metrics are exported: `otlp` or `none`",
  }),
  "telemetry.intervalMs": setting(
    integer({ minimum: 100, description: "a whole number of at least 100" }),
    {
      default: 60_000,
      environment: "OTEL_METRIC_EXPORT_INTERVAL",
      about: "how often metrics are exported, in milliseconds",
    },
  ),
  "telemetry.traces": setting(exporter, {
    default: "otlp",
    environment: "OTEL_TRACES_EXPORTER",
    about: "whether traces are exported: `otlp` or `none`",
  }),
  "telemetry.sampler": setting(
    oneOf([...samplers, ...samplers.map((name) => `parentbased_${name}` as const)]),
    {
      default: "traceidratio",
      environment: "OTEL_TRACES_SAMPLER",
      about:
        "which traces are recorded; those that start with `parentbased_` let the caller decide " +
        "by its `traceparent`: choose one only if a gateway of the bank sets that header",
    },
  ),
  "telemetry.samplingRatio": samplingRatio,
  "telemetry.serviceName": setting(string({ minLength: 1 }), {
    default: "varde",
    environment: "OTEL_SERVICE_NAME",
    about: "`service.name` of the exported telemetry",
  }),
  "telemetry.resourceAttributes": setting(
    list(string({ pattern: "^[^=]+=" }), {
      description: "a list of attributes like deployment.environment.name=production",
    }),
    {
      default: [],
      defaultText: "none",
      environment: "OTEL_RESOURCE_ATTRIBUTES",
      about: "further attributes of the process, like `deployment.environment.name=production`",
    },
  ),
  "telemetry.disabled": setting(boolean(), {
    default: false,
    environment: "OTEL_SDK_DISABLED",
    about: "whether nothing is exported although an endpoint is set",
  }),
};
