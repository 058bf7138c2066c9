import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { freePort } from "@varde/testkit/processes";
import { buildAndPack } from "../../tools/publication/build-and-pack.ts";
import { listPublishedPackages } from "../../tools/publication/list-published-packages.ts";

const instructions = readFileSync(new URL("../../Containerfile", import.meta.url), "utf8")
  .split("\n")
  .map((line) => /^([A-Z]+) (.*)$/.exec(line))
  .flatMap((found) => (found === null ? [] : [{ name: found[1] ?? "", words: found[2] ?? "" }]));
const wordsOf = (name: string) =>
  instructions.filter((each) => each.name === name).map(({ words }) => words);

/**
 * Executes the instructions in an empty folder in place of the container's root. Without a
 * container engine FROM, USER and the read-only root are not covered: the Node is that of the
 * tests, the user is the one who runs them, and files outside the volume are compared instead.
 */
describe("the Containerfile, executed in an empty folder", () => {
  const root = mkdtempSync(join(tmpdir(), "varde-container-"));
  const context = join(root, "context");
  after(() => rmSync(root, { recursive: true, force: true }));
  const [workFolder = "", volume = ""] = [...wordsOf("WORKDIR"), ...wordsOf("VOLUME")];
  const inside = (text: string) => text.replaceAll(volume, join(root, volume));
  const cwd = join(root, workFolder);
  const { NODE_OPTIONS, NODE_TEST_CONTEXT, ...outer } = process.env;

  test("builds, starts as documented, is healthy, and writes to its volume only", async () => {
    const packages = listPublishedPackages();
    buildAndPack(packages, join(context, "dist"));
    mkdirSync(cwd, { recursive: true });
    for (const words of wordsOf("COPY")) {
      const [from = "", to = ""] = words.split(" ");
      execFileSync("sh", ["-c", `cp ${join(context, from)} ${to}`], { cwd });
    }
    for (const words of wordsOf("RUN")) {
      const isRoot = process.getuid?.() === 0;
      const command = isRoot ? words : words.replace(/--(owner|group) \d+ /g, "");
      execFileSync("sh", ["-e", "-c", inside(command)], { cwd, env: outer, stdio: "pipe" });
    }
    const before = listFiles(cwd);
    const settings = wordsOf("ENV").flatMap((words) => inside(words).split(" "));
    const port = String(await freePort());
    const env = {
      ...outer,
      ...Object.fromEntries(settings.map((setting) => setting.split("="))),
      PORT: port,
      HTTPS_PORT: "off",
      VARDE_TRUST: "any",
    };
    const [program, ...words]: readonly string[] = JSON.parse(wordsOf("CMD")[0] ?? "[]");
    assert.equal(program, "node");
    await using bank = startBank(words, { cwd, env });
    const link = await bank.waitFor(/http:\S+\/#control-token=([\w-]{43})/);
    const [, check = ""] = (wordsOf("HEALTHCHECK")[0] ?? "").split(/^CMD /);
    const [, ...checkWords]: readonly string[] = JSON.parse(check);
    execFileSync(process.execPath, checkWords, { cwd, env });
    const worlds = await fetch(`http://127.0.0.1:${port}/control/v1/worlds`, {
      headers: { authorization: `Bearer ${link[1]}`, "x-forwarded-for": "192.0.2.1" },
    });
    assert.equal(worlds.status, 200);
    assert.deepEqual(listFiles(cwd), before);
    assert(readdirSync(join(root, volume)).includes("control-token"));
  });
});

/**
 * Starts the bank with the CMD instruction, and stops it with SIGTERM as a container engine does.
 */
function startBank(words: readonly string[], options: { cwd: string; env: NodeJS.ProcessEnv }) {
  const bank = spawn(process.execPath, words, { ...options, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  bank.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const ended = once(bank, "exit");
  return {
    waitFor: async (pattern: RegExp): Promise<RegExpExecArray> => {
      for (;;) {
        const found = pattern.exec(output);
        if (found !== null) return found;
        const next = await Promise.race([once(bank.stdout, "data"), ended.then(() => "ended")]);
        assert.notEqual(next, "ended", `the bank stopped:\n${output}`);
      }
    },
    [Symbol.asyncDispose]: async () => {
      bank.kill("SIGTERM");
      await ended;
    },
  };
}

const listFiles = (folder: string) => readdirSync(folder, { recursive: true }).sort();
