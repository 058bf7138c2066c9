import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../../packages/varde/src/main.ts", import.meta.url));

/** A bank that `varde serve` runs. */
export interface SpawnedServer extends AsyncDisposable {
  /** Sends SIGTERM and resolves with the exit code. */
  stop(): Promise<number | null>;
}

/** Runs `varde serve`, with its log in a file. Resolves when the bank listens. */
export const spawnServer = async (
  file: string,
  logFile: string,
  environment: Readonly<Record<string, string>>,
): Promise<SpawnedServer> => {
  const log = openSync(logFile, "w");
  const flags = ["--conditions=varde-source", "--disable-warning=ExperimentalWarning"];
  const child = spawn(process.execPath, [...flags, main, "serve", file], {
    stdio: ["ignore", log, "pipe"],
    env: { PATH: process.env.PATH, ...environment },
  });
  closeSync(log);
  const ended = once(child, "close").then(([code]) => code as number | null);
  const stop = () => {
    child.kill("SIGTERM");
    return ended;
  };
  await isListening(child, ended);
  return { stop, [Symbol.asyncDispose]: async () => void (await stop()) };
};

const isListening = (child: ChildProcess, ended: Promise<unknown>): Promise<void> =>
  new Promise((resolve, reject) => {
    let text = "";
    child.stderr?.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      if (/Listening +http/.test(text)) resolve();
    });
    ended.then(() => reject(new Error(`The bank did not start: ${text}`)));
  });
