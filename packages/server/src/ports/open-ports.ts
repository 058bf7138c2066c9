import {
  type BankPorts,
  ConfigurationRefused,
  oneWorld,
  randomIds,
  systemClock,
} from "@varde/bank";
import type { LoadedServer, ServerSettings } from "../configuration/load-server-settings.ts";
import { openCertificateTrust } from "./certificate-trust.ts";
import { createKeySigner } from "./key-signer.ts";
import { createModulePorts } from "./module-ports.ts";
import { createOidcMethod } from "./oidc-method.ts";
import { openTppRegister } from "./tpp-register.ts";

/** The parts of the server that an implementation of ports may use. */
export interface PortContext {
  readonly settings: ServerSettings;
  /** Reports a fault that the port survives, such as a file that became invalid. */
  readonly onFault: (error: Error) => void;
  /** Closes what the port has opened when the bank stops. */
  readonly stack: AsyncDisposableStack;
}

/** Ports, or parts of them, that one group of settings selects. */
type PortOpener = (context: PortContext, above: Partial<BankPorts>) => Promise<Partial<BankPorts>>;

/** The implementations that can be chosen, by the setting or group that chooses each. */
const openers: Readonly<Record<string, PortOpener>> = {
  module: createModulePorts,
  certificates: openCertificateTrust,
  tppRegister: openTppRegister,
  responseSigner: createKeySigner,
  // After the directory, with which it finds people.
  "sca.oidc": createOidcMethod,
};

const howToSupply = {
  coreBank: "return it from module",
  psuDirectory: "return it from module",
  scaMethod: "configure sca.oidc, or return it from module",
  tppRegister: "name the file of the register, or return it from module",
} as const;

export interface OpenedPorts extends AsyncDisposable {
  readonly ports: BankPorts;
}

/** Every production bank is one world; the id is in all its rows. */
const worldId = "bank";

/**
 * Opens the ports that the settings choose. Throws ConfigurationRefused with one line for each port
 * that cannot be opened, is missing, or is supplied twice.
 */
export const openPorts = async (
  { values: settings, placeOf }: LoadedServer,
  onFault: (error: Error) => void,
): Promise<OpenedPorts> => {
  await using stack = new AsyncDisposableStack();
  const supplied: Partial<Record<keyof BankPorts, unknown>> = {};
  const failed = new Set<string>();
  const faults: string[] = [];
  for (const [name, open] of Object.entries(openers)) {
    try {
      const context = { settings, onFault, stack };
      for (const [port, value] of Object.entries(await open(context, supplied as BankPorts))) {
        if (Object.hasOwn(supplied, port)) {
          faults.push(`${placeOf(name)}${name} supplies the port ${port}, and so does module.`);
        }
        supplied[port as keyof BankPorts] = value;
      }
    } catch (error) {
      failed.add(name);
      faults.push(`${placeOf(name)}${describeFault(name, error as Error)}`);
    }
  }
  for (const [port, fix] of Object.entries(howToSupply)) {
    const isKnownToFail = failed.has("module") || failed.has(port) || failed.has("sca.oidc");
    if (supplied[port as keyof BankPorts] !== undefined || isKnownToFail) continue;
    faults.push(`${placeOf("")}The port ${port} is missing; ${fix}.`);
  }
  if (faults.length > 0) throw new ConfigurationRefused(faults.join("\n"));
  const ports = { ...defaultPorts, ...supplied } as BankPorts;
  const opened = stack.move();
  return { ports, [Symbol.asyncDispose]: () => opened.disposeAsync() };
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
