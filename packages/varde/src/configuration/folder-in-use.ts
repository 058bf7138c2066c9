import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import type { Settings } from "@varde/sandbox";
import { CommandFailed, type Invocation } from "../command.ts";

/** The file in the data folder that has the address of the bank, while the bank runs. */
const fileName = "varde.address";
const portsMax = 200;
const responseMsMax = 2_000;

/** Stores the address for a second start; returns what deletes it when the bank stops. */
export const storeAddress = (dataFolder: string, address: string): (() => void) => {
  const file = join(dataFolder, fileName);
  writeFileSync(file, `${address}\n`, { mode: 0o600 });
  return () => rmSync(file, { force: true });
};

const readAddress = (dataFolder: string): string | undefined => {
  try {
    return readFileSync(join(dataFolder, fileName), "utf8").trim() || undefined;
  } catch {
    return undefined;
  }
};

/** Returns the error for a data folder that a running bank uses. */
export const folderInUse = async (
  settings: Settings,
  invocation: Invocation,
  banks = 1,
): Promise<CommandFailed> => {
  const { dataFolder } = settings;
  const address = readAddress(dataFolder);
  const fact =
    address === undefined
      ? `The data folder ${dataFolder} is in use by another process.`
      : `The bank is already running at ${address}, with the data folder ${dataFolder}.`;
  return new CommandFailed(await offerAnother(fact, settings, invocation, banks));
};

/** Returns the error for a port that is in use, or undefined if none of the settings is. */
export const portInUse = async (
  settings: Settings,
  invocation: Invocation,
  banks = 1,
): Promise<CommandFailed | undefined> => {
  const { host, port, httpsPort } = settings;
  if (port !== 0 && !(await isFree(host, port))) {
    const address = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
    const fact = (await isBank(address))
      ? `A bank is already running at ${address}.`
      : `Port ${port} on ${host} is in use by another program.`;
    return new CommandFailed(await offerAnother(fact, settings, invocation, banks));
  }
  if (typeof httpsPort === "number" && httpsPort !== 0 && !(await isFree(host, httpsPort))) {
    return new CommandFailed(
      `Port ${httpsPort} on ${host} is in use; choose another for https with --https-port.`,
    );
  }
  return undefined;
};

const isBank = async (address: string): Promise<boolean> => {
  try {
    const signal = AbortSignal.timeout(responseMsMax);
    const response = await fetch(`${address}/health/live`, { signal });
    return ((await response.json()) as { status?: unknown }).status === "live";
  } catch {
    return false;
  }
};

/** Returns the fact with the command that starts as many banks beside the running one. */
const offerAnother = async (
  fact: string,
  settings: Settings,
  invocation: Invocation,
  banks: number,
): Promise<readonly string[]> => {
  const { host, dataFolder, httpsPort, sources } = settings;
  const isOwnHttps = typeof httpsPort === "number" && sources.httpsPort !== "default";
  const port = await findFreePorts(host, settings.port === 0 ? 8081 : settings.port + 1, banks);
  const configuration = invocation.text("config");
  const words = [
    invocation.program,
    "start",
    ...(banks === 1 ? [] : [`--banks ${banks}`]),
    ...(configuration === undefined ? [] : ["--config", configuration]),
    `--port ${port}`,
    ...(isOwnHttps && httpsPort !== 0 ? [`--https-port ${port + httpsOffset}`] : []),
    ...(sources.dataFolder === "default" ? [] : [`--data ${dataFolder}-${port}`]),
  ];
  const started = banks === 1 ? "another bank" : `${banks} banks`;
  return [`${fact} To start ${started} beside it, run`, `  ${words.join(" ")}`];
};

const httpsOffset = 8443 - 8080;

/** Returns the first of as many free ports, from this one on, whose https ports are free too. */
const findFreePorts = async (host: string, from: number, count: number): Promise<number> => {
  let free = 0;
  for (let port = from; port < Math.min(from + portsMax, 65_536 - httpsOffset); port += 1) {
    const isPairFree = (await isFree(host, port)) && (await isFree(host, port + httpsOffset));
    free = isPairFree ? free + 1 : 0;
    if (free === count) return port - count + 1;
  }
  return 0;
};

const isFree = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", ({ code }: NodeJS.ErrnoException) => resolve(code !== "EADDRINUSE"));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
