import { dataSet } from "@varde/sandbox";
import type { LiveDemo } from "./start-live-demo.ts";

/**
 * Returns the addresses of the demo and what to do next. A paragraph that ends with a colon is
 * followed by commands, which a test types as they are.
 */
export const describeLiveDemo = (demo: LiveDemo): string => {
  const { kari, ola } = dataSet.people;
  const varde = "npx varde";
  const database = `DATABASE_URL=${demo.databaseUrl}`;
  const payee = `--to ${ola.current.bban} --name "${ola.name}"`;
  return `
Fjordbanken is open. Everything is on this machine, and nothing is real.

  Interface      ${demo.bankUrl}/v1 (two processes)
  Metrics        ${demo.bankUrl}/metrics
  eID            ${demo.issuer}
  Core bank      ${demo.coreBankUrl}
  OCSP           ${demo.ocspUrl}
  Database       ${demo.databaseUrl}
  Configuration  ${demo.file}
  Log            ${demo.logFile}

Pay as a TPP. Your browser opens the bank's page, which sends you to the eID. Type the identity
number of ${kari.name} there, ${kari.customerNumber}, once to identify and once to approve:

  ${varde} pay --tpp ${demo.tppFolder} --from ${kari.current.bban} ${payee} --amount 249.50

Read ${kari.name}'s accounts:

  ${varde} accounts --tpp ${demo.tppFolder}

See what the bank has recorded. Figures for the regulator are stored once a minute:

  ${database} ${varde} audit search
  ${database} ${varde} kpi report --quarter ${currentQuarter()}
  curl -s ${demo.bankUrl}/metrics | grep varde_responses_total

To follow requests in traces, start the demo with the address of an OpenTelemetry collector:

  OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318 npm run live-demo

Refuse the TPP from now on:

  ${varde} register block ${demo.tppIdentifier} --reason "a demo" --file ${demo.register}

Ctrl-C stops everything and deletes its data.`;
};

const currentQuarter = (): string => {
  const now = new Date();
  return `${now.getFullYear()}-Q${Math.floor(now.getMonth() / 3) + 1}`;
};
