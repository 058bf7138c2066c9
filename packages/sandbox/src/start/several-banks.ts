import { join } from "node:path";
import { type BankConfiguration, ConfigurationRefused } from "@varde/bank";
import { type DataSet, dataSetFor, type SandboxBank, sandboxBanks } from "../data-set/index.ts";
import { openLog } from "./open-log.ts";
import type { Settings } from "./settings.ts";
import { type RunningSandbox, startSandbox } from "./start-sandbox.ts";

/** Number of banks that a sandbox can have. */
export const banksMax = sandboxBanks.length;

/** Returns the first banks of the table; the first one is the bank of a sandbox with one bank. */
export const chooseBanks = (count: number): readonly SandboxBank[] => {
  if (Number.isInteger(count) && count >= 1 && count <= banksMax) {
    return sandboxBanks.slice(0, count);
  }
  throw new ConfigurationRefused(`A sandbox has from 1 to ${banksMax} banks, not ${count}.`);
};

/** Differences of a bank from the first one, which has the settings as they are. */
export interface OtherBank {
  readonly dataSet: DataSet;
  readonly configuration: Pick<BankConfiguration, "bankName" | "theme">;
}

export const describeOther = ({ primary, ...identity }: SandboxBank): OtherBank | undefined =>
  primary && {
    dataSet: dataSetFor(identity),
    configuration: {
      bankName: identity.name,
      theme: {
        colours: { light: { primary: primary.light }, dark: { primary: primary.dark } },
      },
    },
  };

const portMax = 65_535;

/**
 * Returns the settings of each bank: ports that follow each other, and a data folder of its own,
 * which for the first bank is the one of the settings.
 */
export const settingsOfBanks = (settings: Settings, count: number): readonly Settings[] => {
  const banks = chooseBanks(count);
  if (count === 1) return [settings];
  const { port, httpsPort, dataFolder } = settings;
  refuseForSeveral(settings);
  const portAt = (first: number, at: number): number => {
    if (first === 0 || first + at <= portMax) return first === 0 ? 0 : first + at;
    throw new ConfigurationRefused(
      `${count} banks need the ports ${first} to ${first + count - 1}, and the last port is ` +
        `${portMax}; set a port up to ${portMax - count + 1}.`,
    );
  };
  return banks.map((bank, at) => ({
    ...settings,
    port: portAt(port, at),
    httpsPort: httpsPort === "off" ? httpsPort : portAt(httpsPort, at),
    ...(at > 0 && {
      dataFolder: join(dataFolder, `bank-${bank.bankNumber}`),
      bankId: undefined,
      ...describeOther(bank)?.configuration,
    }),
  }));
};

/** Refuses the settings that name one thing, which several banks cannot share. */
const refuseForSeveral = ({ databaseUrl, publicUrl }: Settings): void => {
  if (databaseUrl !== undefined) {
    throw new ConfigurationRefused(
      "Several banks store their data in SQLite, a file for each, and not in one database; unset " +
        "DATABASE_URL, or start one bank.",
    );
  }
  if (publicUrl !== undefined) {
    throw new ConfigurationRefused(
      "Several banks have an address each, and VARDE_PUBLIC_URL is one; unset it, or start one " +
        "bank.",
    );
  }
};

/** Starts several banks with one certificate authority; stops all if one does not start. */
export const startSandboxes = async (
  settings: Settings,
  count: number,
): Promise<readonly [RunningSandbox, ...RunningSandbox[]]> => {
  const [own, ...others] = settingsOfBanks(settings, count);
  if (own === undefined || others.length === 0) return [await startSandbox(settings)];
  // One stream, because lines of several would be mixed.
  const stdout = settings.logTo === "stdout" ? openLog("stdout", "") : undefined;
  const logOf = ({ bankNumber }: SandboxBank) =>
    stdout && {
      write: (line: string) => stdout.write(`{"bank":"${bankNumber}",${line.slice(1)}`),
      flush: () => stdout.flush(),
    };
  const [, ...banks] = chooseBanks(count);
  const first = await startSandbox(own, { log: logOf(sandboxBanks[0] as SandboxBank) });
  const started: [RunningSandbox, ...RunningSandbox[]] = [first];
  try {
    for (const [at, bank] of banks.entries()) {
      started.push(
        await startSandbox(
          { ...(others[at] as Settings), controlToken: first.controlToken },
          { log: logOf(bank), beside: first, dataSet: describeOther(bank)?.dataSet },
        ),
      );
    }
    return started;
  } catch (error) {
    await Promise.all(started.map((sandbox) => sandbox.close()));
    throw error;
  }
};
