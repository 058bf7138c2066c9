import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "@varde/testkit/processes";
import { type ProcessUsage, readUsage } from "./read-usage.ts";

/** A measured server in its own process. */
export interface ServerProcess {
  readonly port: number;
  readonly pid: number;
  /** Time from the start of the process to its first 200. */
  readonly startMs: number;
  usage(): ProcessUsage;
  stop(): Promise<void>;
}

export interface ServerCommand {
  /** The program; the pinned Node if it is not set. */
  readonly program?: string;
  /** Whether the program starts the server as a child, as npm does. Both are killed as a group. */
  readonly isGroup?: boolean;
  /** The folder to start it in, if it is not this project. */
  readonly folder?: string;
  /** The arguments of the program. */
  readonly run: (port: number) => readonly string[];
  /** Where the server is asked whether it is ready, and whether any status means that it is. */
  readonly probe?: { readonly path: string; readonly withAnyStatus: boolean };
  readonly environment?: (port: number) => Readonly<Record<string, string>>;
  /** Whether its standard error is shown only if it does not start. */
  readonly isQuiet?: boolean;
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const startMsMax = 180_000;
const stopMsMax = 60_000;
/** The process id of each server, negative for a group. */
const running = new Set<number>();

/** Kills all servers that still run when the bench ends. */
process.once("exit", () => {
  for (const target of running) process.kill(target, "SIGKILL");
});

export const startServer = async (command: ServerCommand): Promise<ServerProcess> => {
  const port = await freePort();
  const startedAt = performance.now();
  const { program = process.execPath, probe = ownProbe, isGroup = false } = command;
  const child = spawn(program, command.run(port), {
    cwd: command.folder ?? root,
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(tmpdir(), "node-compile-cache"),
      ...command.environment?.(port),
    },
    stdio: ["ignore", "ignore", command.isQuiet ? "pipe" : "inherit"],
    detached: isGroup,
  });
  let text = "";
  child.stderr?.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  const { pid } = child;
  if (pid === undefined) throw new Error("The server could not be started.");
  const target = isGroup ? -pid : pid;
  running.add(target);
  const ended = once(child, "exit").then(() => running.delete(target));
  while (!(await isReady(port, probe))) {
    if (!running.has(target)) throw new Error(`The server ended before it was ready.\n${text}`);
    if (performance.now() - startedAt > startMsMax)
      throw new Error(`The server was not ready in time.\n${text}`);
    await setTimeout(2);
  }
  return {
    port,
    pid,
    startMs: performance.now() - startedAt,
    usage: () => readUsage(pid),
    stop: async () => {
      child.kill("SIGTERM");
      const late = setTimeout(stopMsMax, undefined, { ref: false }).then(() =>
        process.kill(target, "SIGKILL"),
      );
      await Promise.race([ended, late]);
      await ended;
    },
  };
};

const ownProbe = { path: "/health/ready", withAnyStatus: false };

const isReady = async (port: number, probe: typeof ownProbe): Promise<boolean> => {
  try {
    const response = await fetch(`http://127.0.0.1:${port}${probe.path}`);
    await response.arrayBuffer();
    return probe.withAnyStatus || response.status === 200;
  } catch {
    return false;
  }
};
