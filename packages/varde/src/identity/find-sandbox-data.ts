import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Invocation } from "../command.ts";

/** Where a sandbox that was started in this folder has its data. */
export interface SandboxData {
  /** The data folder of the bank. */
  readonly folder: string;
  /** The data folder of the first bank of the same process, which has the keys of all. */
  readonly firstFolder: string;
}

const folderDefault = ".varde";
const portDefault = 8080;
const httpsPortDefault = 8443;

/**
 * Finds the data of the bank at an address. The port tells the folder: .varde-PORT, and .varde for
 * the default port. The folders of further banks of a process are in that of the first bank, in the
 * order of their ports. If two processes have used a port, the later log decides.
 */
export const findSandboxData = (
  bank: string,
  { VARDE_DATA: given, PORT: port }: Invocation["environment"],
): SandboxData => {
  const bases =
    given === undefined ? listBases() : [{ folder: given, port: Number(port ?? portDefault) }];
  const [last] = bases
    .flatMap((base) => findBank(base, readPort(bank) - base.port))
    .map((data) => ({ data, at: readLogTime(data.folder) }))
    .sort((one, other) => other.at - one.at);
  const folder = given ?? folderDefault;
  return last?.data ?? { folder, firstFolder: folder };
};

/** Returns the port for http of the bank at an address. */
const readPort = (bank: string): number => {
  const { port, protocol } = new URL(bank);
  return Number(port) - (protocol === "https:" ? httpsPortDefault - portDefault : 0);
};

interface Base {
  readonly folder: string;
  /** The port of the bank that was started with this data folder. */
  readonly port: number;
}

const listBases = (): readonly Base[] =>
  readdirSync(".")
    .filter((folder) => folder === folderDefault || folder.startsWith(`${folderDefault}-`))
    .map((folder) => ({ folder, port: Number(folder.split("-")[1] ?? portDefault) }))
    .filter(({ port }) => Number.isInteger(port));

/** Returns the bank whose port is this far from that of the first one, if there is one. */
const findBank = ({ folder: firstFolder }: Base, at: number): readonly SandboxData[] => {
  if (at === 0) return [{ folder: firstFolder, firstFolder }];
  const others = existsSync(firstFolder)
    ? readdirSync(firstFolder).filter((name) => name.startsWith("bank-"))
    : [];
  const name = others.sort()[at - 1];
  return name === undefined ? [] : [{ folder: join(firstFolder, name), firstFolder }];
};

const readLogTime = (folder: string): number =>
  statSync(join(folder, "varde.log"), { throwIfNoEntry: false })?.mtimeMs ?? 0;
