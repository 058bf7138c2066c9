import { bankMetricDefinitions } from "./bank-metric-definitions.ts";
import type { MetricDefinition } from "./metric-definition.ts";
import { processMetricDefinitions } from "./process-metric-definitions.ts";

/** Formats the reference page of all metrics. */
export const formatMetrics = (): string => `# Metrics

Generated from \`packages/bank/src/metrics\` by \`npm run reference\`.

A bank serves its metrics at \`/metrics\`, in the text format of Prometheus, in the sandbox and in
production. They are counted from the start of the process. Times are in seconds. A request is
received when its headers are complete, and ends with the last byte of its response. \`operation\`
is the id of an operation of the interface, the method and the route of a page
(\`GET /sca/:secret\`), \`unrouted\` for an unknown path, or \`unreadable\` for what is not HTTP.
Ports are measured in production only: in a sandbox they are part of the process.

The last column says how the values of several processes become one (\`mergeReadings\`). The switch
\`metrics: false\` stops counting and timing requests, calls to ports and database units.

Alert rules are in \`packaging/prometheus\`, each with a page in
[the runbooks](../operations/runbooks/README.md), and a dashboard is in \`packaging/grafana\`.

## The bank

${formatTable(bankMetricDefinitions)}

## The process

${formatTable(processMetricDefinitions)}
`;

const formatTable = (definitions: Readonly<Record<string, MetricDefinition>>): string =>
  [
    "| metric | type | labels | meaning | merged by |",
    "| --- | --- | --- | --- | --- |",
    ...Object.values(definitions).map(({ name, type, labels, help, merge = "sum" }) => {
      const names = labels.map((label) => `\`${label}\``).join(", ");
      return `| \`${name}\` | ${type} | ${names} | ${help} | ${merge} |`;
    }),
  ].join("\n");
