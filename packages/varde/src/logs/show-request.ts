import type { Invocation } from "../command.ts";
import { openControlApi } from "../open-tpp.ts";
import { exchangeToLogLine } from "./exchange-to-log-line.ts";
import { formatLogLine } from "./format-log-line.ts";

const marks = { passed: "✓", refused: "✕", skipped: "–" } as const;

/** Shows one request with its checks, headers and bodies. */
export const showRequest = async (exchangeId: string, invocation: Invocation): Promise<void> => {
  const { terminal, program } = invocation;
  const parameters = { exchangeId };
  const shown = await openControlApi(invocation).get("/requests/{exchangeId}", { parameters });
  const { request, response } = shown.exchange;
  terminal.line(formatLogLine(exchangeToLogLine(shown.exchange), terminal, program));
  for (const { name, state } of shown.checks) terminal.line(`  ${marks[state]} ${name}`);
  terminal.line(`${request.method} ${request.target}`);
  for (const { name, value } of shown.headers) terminal.line(`  ${name}: ${value}`);
  if (request.body !== undefined) terminal.line(request.body);
  terminal.line(String(response.status));
  for (const { name, value } of shown.responseHeaders) terminal.line(`  ${name}: ${value}`);
  if (response.body !== undefined) terminal.line(response.body);
  if (shown.signature !== undefined) terminal.line(shown.signature.text);
  terminal.json(shown);
};
