import {
  type BankParts,
  ConfigurationRefused,
  oneWorld,
  PortFailed,
  type RunningBank,
  randomIds,
} from "@varde/bank";
import { ClosingStack } from "../closing-stack.ts";
import type { ServedSettings } from "../configuration/load-server-settings.ts";
import { createAppMethod } from "./app-method.ts";
import { openCertificateTrust } from "./certificate-trust.ts";
import { openHttpCoreBank } from "./http-core-bank.ts";
import { createModulePorts } from "./module-ports.ts";
import { createOidcMethod } from "./oidc-method.ts";
import type { PortContext, PortSurroundings, SuppliedPorts } from "./port-context.ts";
import { createResponseSigner } from "./response-signer.ts";
import { openTppRegister } from "./tpp-register.ts";

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
  readonly ports: BankParts["ports"];
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
  { values: settings, placeOf }: ServedSettings,
  surroundings: PortSurroundings,
): Promise<OpenedPorts> => {
  await using stack = new ClosingStack();
  const supplied: SuppliedPorts = {};
  const supplierByPort = new Map<string, string>();
  const attachments: ((bank: RunningBank) => unknown)[] = [];
  let hasFailed = false;
  const faults: string[] = [];
  for (const [name, open] of Object.entries(openers)) {
    try {
      const onBank: PortContext["onBank"] = (attach) => void attachments.push(attach);
      const context = { settings, ...surroundings, stack, onBank };
      const opened = await open(context, supplied);
      for (const port of Object.keys(opened)) {
        const other = supplierByPort.get(port);
        if (other !== undefined) {
          faults.push(`${placeOf(name)}${name} supplies the port ${port}, and so does ${other}.`);
        }
        supplierByPort.set(port, name);
      }
      Object.assign(supplied, opened);
    } catch (error) {
      hasFailed = true;
      faults.push(`${placeOf(name)}${describeFault(name, error)}`);
    }
  }
  const { findDevice: _, coreBank, psuDirectory, scaMethod, tppRegister, ...chosen } = supplied;
  const given = new Map<string, unknown>(Object.entries(supplied));
  // A port that is missing because its opener failed has been reported.
  const needed = hasFailed ? [] : Object.entries(howToSupply);
  for (const [port, fix] of needed) {
    if (given.get(port) !== undefined) continue;
    faults.push(`${placeOf("")}The port ${port} is missing; ${fix}.`);
  }
  if (faults.length > 0 || !coreBank || !psuDirectory || !scaMethod || !tppRegister) {
    throw new ConfigurationRefused(faults.join("\n"));
  }
  const required = { coreBank, psuDirectory, scaMethod, tppRegister };
  const ports: BankParts["ports"] = { ...defaultPorts, ...chosen, ...required };
  const opened = stack.move();
  return {
    ports,
    attachTo: async (bank) => {
      await Promise.all(attachments.map((attach) => attach(bank)));
      await checkMandates(bank);
    },
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
};

/**
 * MAN-18: asks the mandates about nothing. A bank whose mandates do not work must not start, rather
 * than take a payment that two people have to sign for one that nobody can.
 */
export const checkMandates = async ({
  bank,
}: {
  readonly bank: Pick<RunningBank["bank"], "signingMandates">;
}): Promise<void> => {
  try {
    await bank.signingMandates?.decide([]);
  } catch (error) {
    const failure = error instanceof PortFailed ? (error.cause ?? error) : error;
    const message = failure instanceof Error ? failure.message : String(failure);
    throw new ConfigurationRefused(
      `The port signingMandates must decide an empty list of requests at the start: ${message}.`,
    );
  }
};

const defaultPorts = {
  kidRegister: { findKidAgreement: () => undefined },
  responseSigner: undefined,
  worlds: oneWorld(worldId),
  ids: randomIds,
};

/** Returns a sentence that names the setting, also for errors of the system. */
const describeFault = (name: string, error: unknown): string => {
  if (error instanceof Error && "code" in error && "path" in error) {
    return `${name}: ${error.path} cannot be read (${error.code}).`;
  }
  const message = error instanceof Error ? error.message : String(error);
  const sentence = /[.?!]$/.test(message) ? message : `${message}.`;
  return sentence.startsWith(name) ? sentence : `${name}: ${sentence}`;
};
