import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { missingPrograms } from "@varde/testkit/processes";
import { type ServerCommand, type ServerProcess, startServer } from "./server-process.ts";

const folder = fileURLToPath(new URL("../peers", import.meta.url));
const modules = join(folder, "node_modules");
const openApi = fileURLToPath(new URL("../../docs/reference/openapi.json", import.meta.url));

/** A mock server that people use instead of a sandbox. */
interface Peer {
  readonly packageName: string;
  readonly obstacle: () => string | false;
  readonly probePath: string;
  readonly command: (version: string) => Pick<ServerCommand, "program" | "run">;
}

/** Each runs with its defaults, except that it logs as little as it can. */
const peers = {
  Prism: {
    packageName: "@stoplight/prism-cli",
    obstacle: () => false,
    probePath: "/",
    command: () => ({
      program: process.execPath,
      run: (port) => [
        join(modules, "@stoplight/prism-cli/dist/index.js"),
        ...["mock", "--port", String(port), "--verboseLevel", "silent", openApi],
      ],
    }),
  },
  WireMock: {
    packageName: "wiremock",
    obstacle: () => missingPrograms(["java"]),
    // Any other path would be reported as unmatched.
    probePath: "/__admin/health",
    command: (version) => ({
      program: "java",
      run: (port) => [
        ...["-jar", join(modules, `wiremock/build/wiremock-standalone-${version}.jar`)],
        ...["--port", String(port), "--bind-address", "127.0.0.1", "--disable-banner"],
        ...["--no-request-journal", "--root-dir", join(folder, "wiremock")],
      ],
    }),
  },
  Mockoon: {
    packageName: "@mockoon/cli",
    obstacle: () => false,
    probePath: "/",
    command: () => ({
      program: process.execPath,
      run: (port) => [
        join(modules, "@mockoon/cli/bin/run.js"),
        ...["start", "--data", openApi, "--port", String(port), "--hostname", "127.0.0.1"],
        ...["--disable-log-to-file", "--disable-admin-api"],
      ],
    }),
  },
} as const satisfies Record<string, Peer>;

export type PeerName = keyof typeof peers;

export interface StartedPeer {
  readonly name: PeerName;
  readonly version: string;
  readonly server: ServerProcess;
}

/**
 * Starts every peer that can run here. Reports in one line why one of them is left out.
 */
export const startPeers = async (note: (text: string) => void): Promise<readonly StartedPeer[]> => {
  const started: StartedPeer[] = [];
  for (const [name, { obstacle }] of Object.entries(peers) as [PeerName, Peer][]) {
    const reason = obstacle();
    if (reason === false) started.push(await startPeer(name));
    else note(`${name} is left out: ${reason}.`);
  }
  return started;
};

/**
 * Starts one peer. All of them are installed from their own lock file the first time, without
 * install scripts.
 */
export const startPeer = async (name: PeerName): Promise<StartedPeer> => {
  if (!existsSync(modules)) {
    execFileSync("npm", ["ci", "--ignore-scripts"], { cwd: folder, stdio: "inherit" });
  }
  const { packageName, probePath, command }: Peer = peers[name];
  const manifest = readFileSync(join(modules, packageName, "package.json"), "utf8");
  const { version } = JSON.parse(manifest) as { version: string };
  const probe = { path: probePath, withAnyStatus: true };
  return { name, version, server: await startServer({ ...command(version), probe }) };
};
