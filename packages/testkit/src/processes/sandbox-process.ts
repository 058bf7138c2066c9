import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

/**
 * Imported by the process, which must not outlive the one that started it. The parent holds the
 * other end of standard input; the system closes it for the parent even after kill -9.
 */
const endWithParent = `
  process.stdin.on("end", () => process.kill(process.pid, "SIGKILL"));
  process.stdin.resume();
  process.stdin.unref();
`;

const flags = [
  "--conditions=varde-source",
  "--disable-warning=ExperimentalWarning",
  `--import=data:text/javascript,${encodeURIComponent(endWithParent)}`,
];

export interface EndedProcess {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** A sandbox in another process, which ends with this process at the latest. */
export interface SandboxProcess extends AsyncDisposable {
  /** Resolves with its HTTP address once it listens; rejects if it ends before. */
  readonly ready: Promise<string>;
  readonly ended: Promise<EndedProcess>;
  /** Undefined if it could not be started. */
  readonly pid: number | undefined;
  /** Sends SIGKILL; resolves when the process has ended. */
  kill(): Promise<void>;
  /** Sends a signal; resolves with the exit code. */
  stop(signal?: "SIGTERM" | "SIGINT"): Promise<number | null>;
}

/**
 * Starts the sandbox as `npm start` does, on a free port and over plain HTTP, with only the given
 * settings: SQLite in VARDE_DATA, or the PostgreSQL of DATABASE_URL.
 */
export function spawnSandbox(
  settings: Readonly<Record<string, string>>,
  options: {
    readonly words?: readonly string[];
    readonly uid?: number;
    /** The folder of another version of Varde, with its dependencies installed. */
    readonly checkout?: string;
    /** How many files the process may have open, connections included. */
    readonly filesMax?: number;
  } = {},
): SandboxProcess {
  const { words = ["start"], uid, checkout = root, filesMax } = options;
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const node = checkout === root ? process.execPath : join(checkout, "node_modules/.bin/node");
  const limit =
    filesMax === undefined ? [] : ["sh", "-c", `ulimit -n ${filesMax}; exec "$@"`, "sh"];
  const command = [...limit, node, ...flags, "packages/varde/src/main.ts", ...words];
  const [program = node, ...rest] = command;
  const child = spawn(program, rest, {
    cwd: checkout,
    stdio: "pipe",
    env: { PATH, NODE_COMPILE_CACHE, PORT: "0", HTTPS_PORT: "off", ...settings },
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  const { ready, ended } = listenTo(child);
  // A test that kills it while it starts does not wait for the address.
  ready.catch(() => {});
  const kill = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  return {
    ready,
    ended,
    pid: child.pid,
    kill,
    [Symbol.asyncDispose]: kill,
    stop: async (signal = "SIGTERM") => {
      child.kill(signal);
      return (await ended).code;
    },
  };
}

function listenTo(child: ChildProcess) {
  let output = "";
  let errors = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    errors += chunk;
  });
  const ended = new Promise<EndedProcess>((resolve) =>
    child.once("close", (code) => resolve({ code, output, errors })),
  );
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout?.on("data", (chunk: Buffer) => {
      output += chunk;
      const address = /(http:\/\/\S+)\/v1\s/.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    });
    ended.then(() => reject(new Error(`The sandbox ended before it was up: ${errors}`)));
  });
  return { ready, ended };
}
