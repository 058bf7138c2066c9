import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import {
  type BankConfiguration,
  type BankPorts,
  bankSettings,
  ConfigurationRefused,
  listConfigurationFaults,
  productionDefaults,
  readAnchors,
  type TlsIdentity,
} from "@varde/bank";
import { findSettingFaults } from "./configuration/find-setting-faults.ts";
import type { ServedSettings, ServerSettings } from "./configuration/load-server-settings.ts";
import { type OpenedPorts, openPorts } from "./ports/open-ports.ts";
import type { PortSurroundings } from "./ports/port-context.ts";

/** The parts of a bank besides its database. */
export interface ComposedBank extends OpenedPorts {
  readonly configuration: BankConfiguration;
  readonly tls: TlsIdentity | undefined;
  /** Sentences about what the bank lacks by these settings, although it can serve. */
  readonly warnings: readonly string[];
}

/**
 * Reads the files that the settings name and opens the ports. Throws ConfigurationRefused with one
 * line for each fault, with its place in the configuration file.
 */
export const composeBank = async (
  loaded: ServedSettings,
  surroundings: PortSurroundings,
): Promise<ComposedBank> => {
  const { values: settings, placeOf } = loaded;
  const faults: string[] = [];
  const collect = (sentences: string) => void faults.push(sentences);
  for (const [name, sentence] of findSettingFaults(settings)) collect(placeOf(name) + sentence);
  const tls = refusable(
    () => readTlsIdentity(settings),
    (text) => collect(placeOf("tls") + text),
  );
  const configuration = refusable(
    () => readBankConfiguration(settings),
    (text) => collect(placeOf("anchors") + text),
  );
  let opened: OpenedPorts | undefined;
  try {
    opened = await openPorts(loaded, surroundings);
  } catch (error) {
    if (!(error instanceof ConfigurationRefused)) throw error;
    collect(error.message);
  }
  if (configuration !== undefined) {
    const ports = opened?.ports ?? portsToCome(settings);
    for (const sentence of listConfigurationFaults(configuration, ports)) {
      collect(placeOf(/^[\w.]+/.exec(sentence)?.[0] ?? "") + sentence);
    }
  }
  if (faults.length === 0 && configuration !== undefined && opened !== undefined) {
    const warnings = [...findWarnings(opened.ports)].map((text) => placeOf("") + text);
    return { configuration, tls, warnings, ...opened };
  }
  await opened?.[Symbol.asyncDispose]();
  throw new ConfigurationRefused(faults.join("\n"));
};

/** Yields what an operator should know about a bank with these ports. */
function* findWarnings({ responseSigner }: Pick<BankPorts, "responseSigner">): Generator<string> {
  if (responseSigner !== undefined) return;
  yield "responseSigner is not set: responses and the seals of the audit are not signed, so an " +
    "administrator of the database could rewrite the audit. Set responseSigner.key and " +
    "responseSigner.certificate, or responseSigner.socket.";
}

/** Returns the value, or undefined after it has reported why the configuration was refused. */
const refusable = <Value>(read: () => Value, report: (text: string) => void): Value | undefined => {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConfigurationRefused)) throw error;
    report(error.message);
    return undefined;
  }
};

/** Stands for the ports that are configured but could not be opened, to check everything else. */
const portsToCome = (settings: ServerSettings): Partial<BankPorts> => ({
  ...((settings["certificates.authorities"] !== undefined ||
    settings["certificates.trustedLists"].length > 0) && { certificateTrust: {} as never }),
  ...((settings["responseSigner.key"] ?? settings["responseSigner.socket"]) !== undefined && {
    responseSigner: {} as never,
  }),
});

/** Reads the key and the certificate for TLS. Throws ConfigurationRefused if they do not fit. */
export const readTlsIdentity = (
  settings: Pick<ServerSettings, "tls.key" | "tls.certificate">,
): TlsIdentity | undefined => {
  const { "tls.key": privateKeyPem, "tls.certificate": path } = settings;
  if (privateKeyPem === undefined || path === undefined) return undefined;
  try {
    const certificatePem = readFileSync(path, "utf8");
    createSecureContext({ key: privateKeyPem, cert: certificatePem });
    return { privateKeyPem, certificatePem };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    throw new ConfigurationRefused(`tls: key and certificate cannot be used (${code}).`);
  }
};

/** Returns the switches of the bank among the settings of the server. */
const readBankConfiguration = (settings: ServerSettings): BankConfiguration => ({
  ...productionDefaults,
  ...(Object.fromEntries(
    Object.entries(settings).filter(([name]) => Object.hasOwn(bankSettings, name)),
  ) as Omit<BankConfiguration, "trust" | "anchors">),
  anchors: readAnchors(settings.anchors),
});
