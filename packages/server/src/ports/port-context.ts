import type { AppScaOptions, BankPorts, RunningBank } from "@varde/bank";
import type { ClosingStack } from "../closing-stack.ts";
import type { ServerSettings } from "../configuration/load-server-settings.ts";
import type { SharedPorts } from "./shared-parts.ts";

/** The parts of the process that ports use. */
export interface PortSurroundings {
  /** Reports a fault that the port survives, such as a file that became invalid. */
  readonly onFault: (error: Error) => void;
  /** Returns the headers that continue the current trace in another system. */
  readonly traceHeaders: () => Readonly<Record<string, string>>;
  /** Ports that follow files, which banks with equal settings share. */
  readonly shared: SharedPorts;
}

/** The parts of the server that an implementation of ports may use. */
export interface PortContext extends PortSurroundings {
  readonly settings: ServerSettings;
  /** Closes what the port has opened when the bank stops. */
  readonly stack: ClosingStack;
  /** Calls a function with the bank before it listens, for example to add a route. */
  readonly onBank: (attach: (bank: RunningBank) => unknown) => void;
}

/** Ports that are supplied, and what `sca.app` needs besides. */
export type SuppliedPorts = Partial<BankPorts> & Partial<Pick<AppScaOptions, "findDevice">>;
