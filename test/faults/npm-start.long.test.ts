import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const stopMsMax = 5_000;

const isWindows = process.platform === "win32";

describe("npm start", { skip: isWindows && "Windows has no signals to send" }, () => {
  let folder = "";
  let port = 0;
  const groups: number[] = [];
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "varde-npm-start-"));
    port = await findFreePort();
  });
  after(() => {
    for (const group of groups) endGroup(group);
    rmSync(folder, { recursive: true, force: true });
  });

  /** Starts the bank in its own process group, whose id is that of npm or of the shell. */
  const start = async (program: string, words: readonly string[], more = {}): Promise<number> => {
    const { PATH, HOME } = process.env;
    const child = spawn(program, words, {
      cwd: root,
      detached: true,
      stdio: ["ignore", "pipe", "inherit"],
      env: { PATH, HOME, VARDE_DATA: folder, PORT: String(port), HTTPS_PORT: "off", ...more },
    });
    const group = child.pid ?? assert.fail(`${program} did not start`);
    groups.push(group);
    await printed(child, "/docs");
    return group;
  };

  const assertEnds = async (group: number): Promise<void> => {
    const deadline = Date.now() + stopMsMax;
    while (isRunning(group) && Date.now() < deadline) await pause(50);
    assert.equal(isRunning(group), false, "a process is still running");
    assert.equal(await isListening(port), false, "the port is still in use");
  };

  const signals: Readonly<Record<string, (npm: number) => void>> = {
    "SIGTERM to npm": (npm) => process.kill(npm, "SIGTERM"),
    "SIGKILL to npm": (npm) => process.kill(npm, "SIGKILL"),
    "Ctrl-C in its terminal": (npm) => process.kill(-npm, "SIGINT"),
    "closing its terminal": (npm) => process.kill(-npm, "SIGHUP"),
  };
  // Run one after another on the same port and data folder, which the previous bank has to release.
  for (const [name, send] of Object.entries(signals)) {
    test(`F08: ${name} ends the bank within 5 seconds`, async () => {
      const npm = await start("npm", ["start"]);
      assert.equal(await isListening(port), true);
      send(npm);
      await assertEnds(npm);
    });
  }

  test("F08: SIGTERM to a shell between npm and the bank ends the bank", async () => {
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const waiting = `${scripts.start.replace("exec ", "")}; true`;
    const shell = await start("sh", ["-c", waiting], {
      PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH}`,
      npm_lifecycle_event: "npx",
    });
    process.kill(shell, "SIGTERM");
    await assertEnds(shell);
  });
});

const printed = (child: ChildProcess, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    let output = "";
    child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
      if (output.includes(text)) resolve();
    });
    child.once("close", () => reject(new Error(`npm start ended early: ${output}`)));
  });

/** Returns whether a process of the group is still running. */
const isRunning = (group: number): boolean => {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
};

const endGroup = (group: number): void => {
  try {
    process.kill(-group, "SIGKILL");
  } catch {
    // No process of the group is left, as expected.
  }
};

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

const findFreePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" ? (address?.port ?? 0) : 0));
    });
  });
