import { type ChildProcess, spawn } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as passing } from "node:timers/promises";
import { freePort } from "../processes/listen-locally.ts";
import { findPatroniPrograms, type PatroniPrograms } from "./patroni-programs.ts";

/** How long a leader that is gone keeps its place: Patroni's default. */
export const patroniLeaseMs = 30_000;
/** Patroni's name for the two servers. */
export type MemberName = "one" | "two";

/** Two PostgreSQL servers under Patroni with one etcd, and haproxy in front of the leader. */
export interface PatroniCluster extends AsyncDisposable {
  /** Names both servers, as in `postgres://user@host:1,host:2/name`. */
  urlOfBoth(database: string): string;
  /** Names haproxy, which forwards to the leader. */
  urlOfProxy(database: string): string;
  /** Returns the leader, once there is one that the other server follows synchronously. */
  untilReplicated(): Promise<MemberName>;
  /** Returns the leader, once this is another server. */
  untilLeaderIsNot(name: MemberName): Promise<MemberName>;
  /** Ends Patroni and PostgreSQL of one server with kill -9. */
  kill(name: MemberName): Promise<void>;
  /** Starts Patroni of a server that was killed; its PostgreSQL joins as a replica. */
  restart(name: MemberName): Promise<void>;
  /** Makes the other server the leader, as planned by an operator. */
  switchOver(from: MemberName): Promise<void>;
}

/** PostgreSQL does not run as root. An account that every system has serves for all of them. */
const nobody = 65_534;
const account = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};

interface Member {
  readonly name: MemberName;
  readonly port: number;
  readonly apiPort: number;
  readonly data: string;
  readonly file: string;
}

interface Supervised {
  readonly pid: number;
  end(): Promise<void>;
}

/** Starts the cluster in a temporary folder. Its processes end when our ends of pipes close. */
export async function startPatroniCluster(): Promise<PatroniCluster> {
  const programs = findPatroniPrograms();
  if (typeof programs === "string") throw new Error(programs);
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), "varde-patroni-cluster-"));
  if ("uid" in account) chownSync(folder, nobody, nobody);
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const start = (log: string, program: string, words: readonly string[]) =>
    supervise({ folder, programs, log }, program, words);
  const etcdUrl = `http://127.0.0.1:${await freePort()}`;
  const peerUrl = `http://127.0.0.1:${await freePort()}`;
  const etcd = await start("etcd.log", programs.etcd, etcdWords(folder, etcdUrl, peerUrl));
  stack.defer(etcd.end);
  const members = await Promise.all(
    (["one", "two"] as const).map((name) => configureMember(name, folder, etcdUrl, programs)),
  );
  const running = new Map<MemberName, Supervised>();
  const startMember = async ({ name, file }: Member) => {
    const words = [programs.patroni, file];
    running.set(name, await start(`${name}.log`, "/usr/bin/python3", words));
  };
  stack.defer(async () => void (await Promise.all([...running.values()].map(({ end }) => end()))));
  for (const member of members) await startMember(member);
  const proxyPort = await freePort();
  writeFileSync(join(folder, "haproxy.cfg"), proxyConfiguration(proxyPort, members));
  const proxy = await start("haproxy.log", programs.haproxy, ["-db", "-f", "haproxy.cfg"]);
  stack.defer(proxy.end);
  const opened = stack.move();
  const find = (name: MemberName) => members.find((each) => each.name === name) as Member;
  const readMembers = () => readCluster(members);
  return {
    urlOfBoth: (database) =>
      `postgres://postgres@${members.map(({ port }) => `127.0.0.1:${port}`).join()}/${database}`,
    urlOfProxy: (database) => `postgres://postgres@127.0.0.1:${proxyPort}/${database}`,
    untilReplicated: () =>
      until(readMembers, (seen) => hasFollower(seen) && leaderOf(seen), folder),
    untilLeaderIsNot: (name) =>
      until(readMembers, (seen) => leaderOf(seen) !== name && leaderOf(seen), folder),
    kill: async (name) => {
      const pids = [running.get(name)?.pid, postmasterOf(find(name))];
      for (const pid of pids) if (pid !== undefined) process.kill(pid, "SIGKILL");
      await running.get(name)?.end();
    },
    restart: (name) => startMember(find(name)),
    switchOver: (from) => postSwitchOver(find(from)),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Runs a program until our end of a pipe closes, which the system does even after kill -9. */
async function supervise(
  at: { readonly folder: string; readonly programs: PatroniPrograms; readonly log: string },
  program: string,
  words: readonly string[],
): Promise<Supervised> {
  const text = '"$@" >>"$0" 2>&1 & echo $!; read -r _; kill $! 2>/dev/null; wait';
  const child: ChildProcess = spawn("sh", ["-c", text, at.log, program, ...words], {
    ...account,
    cwd: at.folder,
    stdio: ["pipe", "pipe", "inherit"],
    env: { PATH: process.env.PATH, LC_ALL: "C", ...at.programs.environment },
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const pid = await new Promise<string>((resolve) => lines.once("line", resolve));
  const end = async () => {
    child.stdin?.end();
    await ended;
  };
  return { pid: Number(pid), end };
}

const etcdWords = (folder: string, url: string, peerUrl: string): readonly string[] => [
  ...["--data-dir", join(folder, "etcd"), "--name", "etcd"],
  ...["--listen-client-urls", url, "--advertise-client-urls", url],
  ...["--listen-peer-urls", peerUrl, "--initial-advertise-peer-urls", peerUrl],
  ...["--initial-cluster", `etcd=${peerUrl}`],
];

/** Writes the configuration of a server, in JSON, which is YAML too. */
async function configureMember(
  name: MemberName,
  folder: string,
  etcdUrl: string,
  programs: PatroniPrograms,
): Promise<Member> {
  const [port, apiPort] = [await freePort(), await freePort()];
  const place = join(folder, name);
  mkdirSync(place, { mode: 0o700 });
  if ("uid" in account) chownSync(place, nobody, nobody);
  const [data, file] = [join(place, "data"), join(folder, `${name}.yml`)];
  const [address, api] = [`127.0.0.1:${port}`, `127.0.0.1:${apiPort}`];
  const settings = {
    scope: "varde",
    name,
    restapi: { listen: api, connect_address: api },
    etcd3: { hosts: new URL(etcdUrl).host },
    bootstrap: {
      dcs: {
        ttl: patroniLeaseMs / 1_000,
        loop_wait: 5,
        retry_timeout: 10,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 100 } },
      },
      initdb: [{ encoding: "UTF8" }, { locale: "C" }],
      pg_hba: ["all", "replication"].map((what) => `host ${what} all 127.0.0.1/32 trust`),
    },
    postgresql: {
      listen: address,
      connect_address: address,
      data_dir: data,
      bin_dir: programs.postgres,
      pgpass: join(place, "pgpass"),
      authentication: {
        superuser: { username: "postgres" },
        replication: { username: "replicator" },
      },
      parameters: { unix_socket_directories: place },
    },
  };
  writeFileSync(file, JSON.stringify(settings));
  return { name, port, apiPort, data, file };
}

const proxyConfiguration = (port: number, members: readonly Member[]): string =>
  [
    "defaults",
    "  mode tcp",
    "  timeout connect 3s",
    "  timeout client 1h",
    "  timeout server 1h",
    "listen leader",
    `  bind 127.0.0.1:${port}`,
    "  option httpchk OPTIONS /primary",
    "  http-check expect status 200",
    "  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions",
    ...members.map(
      (each) => `  server ${each.name} 127.0.0.1:${each.port} check port ${each.apiPort}`,
    ),
    "",
  ].join("\n");

interface SeenMember {
  readonly name: MemberName;
  readonly role: string;
  readonly state: string;
}

/** Asks the servers in turn, because one of them may be away. */
async function readCluster(members: readonly Member[]): Promise<readonly SeenMember[]> {
  for (const { apiPort } of members) {
    try {
      const response = await fetch(`http://127.0.0.1:${apiPort}/cluster`);
      return ((await response.json()) as { members: readonly SeenMember[] }).members;
    } catch {
      // The other one is asked.
    }
  }
  return [];
}

const isUp = ({ state }: SeenMember) => state === "running" || state === "streaming";

const leaderOf = (seen: readonly SeenMember[]): MemberName | undefined =>
  seen.find((each) => each.role === "leader" && isUp(each))?.name;

const hasFollower = (seen: readonly SeenMember[]): boolean =>
  seen.some((each) => each.role === "sync_standby" && isUp(each));

async function until<T, V>(
  read: () => Promise<T>,
  accept: (value: T) => V | undefined | false,
  folder: string,
): Promise<V> {
  for (const giveUpAt = performance.now() + 180_000; ; ) {
    const value = await read();
    const accepted = accept(value);
    if (accepted !== undefined && accepted !== false) return accepted;
    if (performance.now() > giveUpAt) throw new Error(`${JSON.stringify(value)}${tails(folder)}`);
    await passing(200);
  }
}

const tails = (folder: string): string =>
  ["etcd", "one", "two"]
    .map((name) => `\n${name}: ${readFileSync(join(folder, `${name}.log`), "utf8").slice(-2_000)}`)
    .join("");

const postmasterOf = ({ data }: Member): number =>
  Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]);

async function postSwitchOver({ apiPort, name }: Member): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${apiPort}/switchover`, {
    method: "POST",
    body: JSON.stringify({ leader: name }),
  });
  if (!response.ok) throw new Error(`switchover: ${response.status} ${await response.text()}`);
}
