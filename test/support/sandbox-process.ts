import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const entry = "packages/varde/src/main.ts";

/** A sandbox in a process of its own, so that it can be killed. */
export interface SandboxProcess {
  /** Its address, once it says so; rejects when it ends before that. */
  readonly ready: Promise<string>;
  /** kill -9: it gets no say in the matter. Answers when the process is gone. */
  kill(): Promise<void>;
  /** SIGTERM; answers its exit code. */
  stop(): Promise<number | null>;
}

/** Starts the sandbox as `npm start` does, on a free port, with its data where it is told. */
export function spawnSandbox(place: {
  readonly dataFolder: string;
  /** PostgreSQL; SQLite in the data folder when left out. */
  readonly databaseUrl?: string | undefined;
}): SandboxProcess {
  const child = spawn(process.execPath, ["--conditions=varde-source", entry, "start"], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      PORT: "0",
      HTTPS_PORT: "off",
      VARDE_DATA: place.dataFolder,
      DATABASE_URL: place.databaseUrl ?? "",
    },
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const killWithUs = () => child.kill("SIGKILL");
  process.once("exit", killWithUs);
  ended.then(() => process.off("exit", killWithUs));
  const ready = addressOf(child);
  // A test that kills it on the way up does not wait for the address.
  ready.catch(() => {});
  return {
    ready,
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
    stop: () => {
      child.kill("SIGTERM");
      return ended;
    },
  };
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    let complaint = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      complaint += chunk;
    });
    child.stdout?.on("data", (chunk: Buffer) => {
      said += chunk;
      const address = /(http:\/\/\S+)\/v1\s/.exec(said)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.once("close", () =>
      reject(new Error(`The sandbox ended before it was up: ${complaint}`)),
    );
  });
}
