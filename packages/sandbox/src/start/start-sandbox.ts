import { randomUUID } from "node:crypto";
import { accessSync, constants, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  type BankConfiguration,
  bankSettings,
  ConfigurationRefused,
  listenHttp,
  readAnchors,
} from "@varde/bank";
import type { DataSet } from "../data-set/index.ts";
import { openSandbox, type Sandbox, type SandboxOptions } from "../open-sandbox.ts";
import { readScenarioFile } from "../scenarios/read-scenario-file.ts";
import { controlToken } from "./control-token.ts";
import { type Addresses, listenWithOwnCertificate } from "./listen.ts";
import { openLog } from "./open-log.ts";
import { isLocal } from "./sandbox-settings.ts";
import type { Settings } from "./settings.ts";

export interface RunningSandbox extends Sandbox {
  readonly addresses: Addresses;
  /** Opens the control API to callers on other machines. */
  readonly controlToken: string | undefined;
  /** Settings that are convenient here and wrong in a real bank; shown at every start. */
  readonly warnings: readonly string[];
}

/** Parts that a bank has from the others of its process. */
interface Neighbourhood extends Pick<SandboxOptions, "beside"> {
  readonly dataSet?: DataSet | undefined;
  readonly log?: ReturnType<typeof openLog> | undefined;
}

/** Starts the sandbox as `npm start` does: data in a folder or in PostgreSQL, http and https. */
export const startSandbox = async (
  settings: Settings,
  { beside, dataSet, log: given }: Neighbourhood = {},
): Promise<RunningSandbox> => {
  makeDataFolder(settings.dataFolder);
  const log = given ?? openLog(settings.logTo, settings.dataFolder);
  const isOnlyLocal = isLocal(settings);
  // Behind the port of a container no caller is on loopback, the person at the machine included.
  const token =
    settings.controlToken ?? (isOnlyLocal ? undefined : controlToken(settings.dataFolder));
  const sandbox = await openSandbox({
    ...sandboxOptions(settings),
    ...(beside && { beside }),
    ...(dataSet && { dataSet }),
    controlToken: token,
    logTo: log,
  });
  const { app, authority, close } = sandbox;
  try {
    const http = await listenHttp(app, settings.host, settings.port);
    sandbox.setPublicUrl(settings.publicUrl ?? http);
    const tls =
      settings.httpsPort === "off"
        ? undefined
        : await listenWithOwnCertificate(sandbox, authority, {
            host: settings.host,
            port: settings.httpsPort,
            isRequired: settings.sources.httpsPort !== "default",
          });
    checkBooksInBackground(sandbox);
    return Object.assign(sandbox, {
      addresses: { http, https: tls?.url },
      controlToken: token,
      warnings: [
        ...settings.warnings,
        ...convenienceWarnings(settings.trust, isOnlyLocal),
        ...(tls === undefined ? [] : movedPortWarnings(settings.httpsPort, tls.port)),
      ],
      close: async () => {
        await close();
        log.flush();
      },
    });
  } catch (error) {
    await close();
    throw error;
  }
};

/** Turns settings of the command line into options of the sandbox. */
const sandboxOptions = (settings: Settings): Omit<SandboxOptions, "logTo"> => ({
  location:
    settings.databaseUrl === undefined
      ? { engine: "sqlite", folder: resolve(settings.dataFolder) }
      : { engine: "postgres", url: settings.databaseUrl },
  dataFolder: settings.dataFolder,
  bank: {
    ...readSwitches(settings),
    // A SQLite file is in the folder itself, so it needs no id there.
    bankId:
      settings.bankId ??
      (settings.databaseUrl === undefined ? undefined : storedBankId(settings.dataFolder)),
  },
  isolation: settings.isolation,
  worldDays: settings.worldDays,
  limits: settings.sandboxLimits,
  syntheticNumbers: settings.syntheticNumbers,
  history: settings.history,
  profiles: settings.profiles,
  crossBorderDays: settings.crossBorderDays,
  scenarios: settings.scenarioFile === undefined ? [] : readScenarioFile(settings.scenarioFile),
});

/** Returns the bank's own switches among the settings. */
const readSwitches = (settings: Settings): Partial<BankConfiguration> => ({
  ...Object.fromEntries(
    Object.entries(settings).filter(([name]) => Object.hasOwn(bankSettings, name)),
  ),
  anchors: readAnchors(settings.anchors),
});

/** Creates the data folder before the log is opened in it, so that an error is reported once. */
const makeDataFolder = (folder: string): void => {
  try {
    const isNew = mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined;
    // The folder holds keys and may be inside a repository.
    if (isNew) writeFileSync(join(folder, ".gitignore"), "*\n");
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigurationRefused(
      `The data folder ${folder} cannot be created or used (${code}); set another VARDE_DATA.`,
    );
  }
};

/** Checks the books in the background at every start, because a large bank takes a while. */
const checkBooksInBackground = (sandbox: Sandbox): void => {
  sandbox.checkBooks().then(
    (faults) => {
      if (faults.length > 0) sandbox.bank.log.error({ faults }, "the books do not balance");
    },
    (error: unknown) => sandbox.bank.log.error({ err: error }, "checking the books failed"),
  );
};

const movedPortWarnings = (requested: number | "off", port: number): readonly string[] =>
  requested === 0 || requested === port
    ? []
    : [`Port ${requested} is in use, so https is on port ${port}. HTTPS_PORT sets another.`];

const convenienceWarnings = (trust: string, isOnlyLocal: boolean): readonly string[] => [
  ...(trust === "any"
    ? ["Certificates from any issuer are accepted, including self-signed ones."]
    : []),
  ...(isOnlyLocal ? [] : ["The sandbox can be reached from other machines."]),
];

/** Returns the bank's id in the data folder, or makes one at the first start. */
const storedBankId = (dataFolder: string): string => {
  const path = join(dataFolder, "bank-id");
  try {
    writeFileSync(path, `${randomUUID()}\n`, { flag: "wx", mode: 0o600 });
  } catch (error) {
    // Processes that share the folder may start together: the first one makes the id.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(path, "utf8").trim();
};
