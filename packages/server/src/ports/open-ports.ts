import {
  type AppScaOptions,
  type BankPorts,
  ConfigurationRefused,
  oneWorld,
  type RunningBank,
  randomIds,
  systemClock,
} from "@varde/bank";
import { ClosingStack } from "../closing-stack.ts";
import type { LoadedServer, ServerSettings } from "../configuration/load-server-settings.ts";
import { createAppMethod } from "./app-method.ts";
import { openCertificateTrust } from "./certificate-trust.ts";
import { openHttpCoreBank } from "./http-core-bank.ts";
import { createModulePorts } from "./module-ports.ts";
import { createOidcMethod } from "./oidc-method.ts";
import { createResponseSigner } from "./response-signer.ts";
import { openTppRegister } from "./tpp-register.ts";

/** The parts of the process that ports use. */
export interface PortSurroundings {
  /** Reports a fault that the port survives, such as a file that became invalid. */
  readonly onFault: (error: Error) => void;
  /** Returns the headers that continue the current trace in another system. */
  readonly traceHeaders: () => Readonly<Record<string, string>>;
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

/** Ports, or parts of them, that one group of settings selects. */
type PortOpener = (context: PortContext, above: SuppliedPorts) => Promise<SuppliedPorts>;

/** The implementations that can be chosen, by the setting or group that chooses each. */
const openers: Readonly<Record<string, PortOpener>> = {
  module: createModulePorts,
  coreBank: openHttpCoreBank,
  certificates: openCertificateTrust,
  tppRegister: openTppRegister,
  responseSigner: createResponseSigner,
  // After the directory, with which it finds people.
  "sca.oidc": createOidcMethod,
  "sca.app": createAppMethod,
};

const howToSupply = {
  coreBank: "configure coreBank.url, or return it from module",
  psuDirectory: "configure coreBank.url, or return it from module",
  scaMethod: "configure sca.oidc or sca.app, or return it from module",
  tppRegister: "name the file of the register, or return it from module",
} as const;

export interface OpenedPorts extends AsyncDisposable {
  readonly ports: BankPorts;
  /** Adds to the bank what the ports need, and connects them. To be called before it listens. */
  attachTo(bank: RunningBank): Promise<void>;
}

/** Every production bank is one world; the id is in all its rows. */
const worldId = "bank";

/**
 * Opens the ports that the settings choose. Throws ConfigurationRefused with one line for each port
 * that cannot be opened, is missing, or is supplied twice.
 */
export const openPorts = async (
  { values: settings, placeOf }: LoadedServer,
  surroundings: PortSurroundings,
): Promise<OpenedPorts> => {
  await using stack = new ClosingStack();
  const supplied: Partial<Record<keyof SuppliedPorts, unknown>> = {};
  const supplierByPort = new Map<string, string>();
  const attachments: ((bank: RunningBank) => unknown)[] = [];
  let hasFailed = false;
  const faults: string[] = [];
  for (const [name, open] of Object.entries(openers)) {
    try {
      const onBank: PortContext["onBank"] = (attach) => void attachments.push(attach);
      const context = { settings, ...surroundings, stack, onBank };
      for (const [port, value] of Object.entries(await open(context, supplied as SuppliedPorts))) {
        const other = supplierByPort.get(port);
        if (other !== undefined) {
          faults.push(`${placeOf(name)}${name} supplies the port ${port}, and so does ${other}.`);
        }
        supplierByPort.set(port, name);
        supplied[port as keyof SuppliedPorts] = value;
      }
    } catch (error) {
      hasFailed = true;
      faults.push(`${placeOf(name)}${describeFault(name, error as Error)}`);
    }
  }
  // A port that is missing because its opener failed has been reported.
  const missing = hasFailed ? [] : Object.entries(howToSupply);
  for (const [port, fix] of missing) {
    if (supplied[port as keyof BankPorts] !== undefined) continue;
    faults.push(`${placeOf("")}The port ${port} is missing; ${fix}.`);
  }
  if (faults.length > 0) throw new ConfigurationRefused(faults.join("\n"));
  const { findDevice: _, ...chosen } = supplied;
  const ports = { ...defaultPorts, ...chosen } as BankPorts;
  const opened = stack.move();
  return {
    ports,
    attachTo: async (bank) => {
      await Promise.all(attachments.map((attach) => attach(bank)));
    },
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
};

const defaultPorts = {
  kidRegister: { findKidAgreement: () => undefined },
  responseSigner: undefined,
  worlds: oneWorld(worldId),
  clock: systemClock,
  ids: randomIds,
};

/** Returns a sentence that names the setting, also for errors of the system. */
const describeFault = (name: string, error: Error): string => {
  const { code, path } = error as NodeJS.ErrnoException;
  if (code !== undefined && path !== undefined) return `${name}: ${path} cannot be read (${code}).`;
  const sentence = /[.?!]$/.test(error.message) ? error.message : `${error.message}.`;
  return sentence.startsWith(name) ? sentence : `${name}: ${sentence}`;
};
