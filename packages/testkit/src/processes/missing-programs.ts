import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Debian's folder for it is not in the PATH of every user. */
const pgbouncer = existsSync("/usr/sbin/pgbouncer") ? "/usr/sbin/pgbouncer" : "pgbouncer";

interface Program {
  readonly command: string;
  /** Succeeds where the program works. On macOS `java` exists before Java is installed. */
  readonly probe: readonly string[];
  readonly majorVersionMin?: number;
}

const programs = {
  node: { command: process.execPath, probe: ["--version"] },
  python: { command: "python3", probe: ["--version"] },
  java: { command: "java", probe: ["--version"], majorVersionMin: 17 },
  shell: { command: "sh", probe: ["-c", ":"] },
  bash: { command: "bash", probe: ["-c", ":"] },
  fish: { command: "fish", probe: ["-c", ":"] },
  zsh: { command: "zsh", probe: ["-c", ":"] },
  pgbouncer: { command: pgbouncer, probe: ["--version"] },
  script: { command: "script", probe: ["--version"] },
  curl: { command: "curl", probe: ["--version"] },
  openssl: { command: "openssl", probe: ["version"] },
  softhsm: { command: "softhsm2-util", probe: ["--version"] },
  xmlsec: { command: "xmlsec1", probe: ["--version"] },
  nginx: { command: "nginx", probe: ["-v"] },
  haproxy: { command: "haproxy", probe: ["-v"] },
  timeout: { command: "timeout", probe: ["--version"] },
  systemd: { command: "systemd-analyze", probe: ["--version"], majorVersionMin: 250 },
  promtool: { command: "promtool", probe: ["--version"] },
  opensc: { command: "opensc-tool", probe: ["--version"] },
} as const satisfies Record<string, Program>;

export type ProgramName = keyof typeof programs;

export const commandOf = (name: ProgramName): string => programs[name].command;

/**
 * Returns why a test that needs these programs cannot run here; false if it can. On CI every test
 * runs, so there a missing program throws.
 */
export const missingPrograms = (names: readonly ProgramName[]): string | false => {
  const reasons = names.flatMap((name) => reasonByName.getOrInsertComputed(name, probe) ?? []);
  if (reasons.length === 0) return false;
  const reason = reasons.join(", ");
  if (process.env.CI !== "true") return reason;
  throw new Error(`${reason}, and CI skips no test: install it, as .ci/run does on Debian.`);
};

const reasonByName = new Map<ProgramName, string | undefined>();

const probe = (name: ProgramName): string | undefined => {
  const { command, probe: words, majorVersionMin = 0 }: Program = programs[name];
  const { status, stdout } = spawnSync(command, words, { encoding: "utf8" });
  if (status !== 0) return `${command} is not installed`;
  const [version = "0"] = /\d+/.exec(stdout) ?? [];
  return Number(version) < majorVersionMin
    ? `${command} ${version} is older than ${majorVersionMin}`
    : undefined;
};
