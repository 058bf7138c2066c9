import type { Logger } from "pino";
import type { Bank } from "../bank.ts";
import type { BankConfiguration } from "../configuration/bank-configuration.ts";
import type { BankMetrics } from "../operations/metrics/bank-metrics.ts";
import { anchorTrust } from "../parties/anchor-trust.ts";
import type { BankPorts } from "../ports/bank-ports.ts";
import { guardPorts } from "../ports/guard/guard-ports.ts";
import { checkConfiguration } from "./check-configuration.ts";

/**
 * Checks the configuration and guards the ports of a real bank against failures. Those of a sandbox
 * are part of it.
 */
export const guardBankPorts = (
  configuration: BankConfiguration,
  ports: BankPorts,
  metrics: BankMetrics,
  log: Logger,
): BankPorts & Pick<Bank, "certificateTrust" | "portStates"> => {
  checkConfiguration(configuration, ports);
  const { mode, anchors, portTimeoutMs, portCallsMax, portFailuresMax, portPauseMs } =
    configuration;
  const limits = {
    timeoutMs: portTimeoutMs,
    callsMax: portCallsMax,
    failuresMax: portFailuresMax,
    pauseMs: portPauseMs,
  };
  const watch = {
    onFailed: (method: string) => metrics.countPortFailure(method),
    ...(configuration.metrics && { onEnded: metrics.observePortCall }),
    onBreaker: (port: string, breaker: string) =>
      log.warn({ port, breaker }, "port breaker changed"),
  };
  const { ports: checked, states } =
    mode === "sandbox" ? { ports, states: () => ({}) } : guardPorts(ports, limits, watch);
  return {
    ...checked,
    portStates: states,
    certificateTrust: checked.certificateTrust ?? anchorTrust(anchors),
  };
};
