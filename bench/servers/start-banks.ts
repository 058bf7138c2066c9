import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "@varde/testkit/processes";
import type { BanksFolder } from "@varde/testkit/server";
import { type ServerProcess, startServer } from "./server-process.ts";

const main = fileURLToPath(new URL("../../packages/varde/src/main.ts", import.meta.url));
const openMsMax = 60_000;

/** Starts `varde serve` with a folder of banks, and waits until each is open or has failed. */
export const startBanks = async (
  folder: BanksFolder,
  environment: Readonly<Record<string, string>>,
): Promise<ServerProcess> => {
  const admin = await freePort();
  const server = await startServer({
    run: (port) => {
      folder.configureInstallation({ port, admin: { port: admin } });
      return ["--conditions=varde-source", main, "serve", folder.banks];
    },
    // The address of the process is the host of no bank.
    probe: { path: "/health/ready", withAnyStatus: true },
    environment: () => environment,
    // Its start text lists every bank, among the figures.
    isQuiet: true,
  });
  const deadline = performance.now() + openMsMax;
  while (await isStarting(admin)) {
    if (performance.now() > deadline) throw new Error("The banks were not open in time.");
    await setTimeout(50);
  }
  return server;
};

const isStarting = async (admin: number): Promise<boolean> => {
  try {
    const response = await fetch(`http://127.0.0.1:${admin}/health/banks`);
    const { banks } = (await response.json()) as { banks: readonly { readonly state: string }[] };
    return banks.length === 0 || banks.some(({ state }) => state === "starting");
  } catch {
    return true;
  }
};
