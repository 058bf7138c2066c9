import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { dataSet } from "@varde/sandbox";
import { after, before, describe, openBrowser, test } from "@varde/testkit/browser";
import { missingPrograms } from "@varde/testkit/processes";
import { kari } from "@varde/testkit/psu";
import type { Page } from "playwright-core";
import { describeLiveDemo } from "../../tools/live-demo/describe-live-demo.ts";
import { type LiveDemo, startLiveDemo } from "../../tools/live-demo/start-live-demo.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Types every command that the live demo prints, word by word, in a terminal of its own. */
describe("the commands that the live demo prints", {
  skip: missingPrograms(["openssl", "script", "curl"]),
}, () => {
  const stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), "varde-printed-"));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  /** Addresses that a command has opened in the browser of the desktop. */
  const opened = join(folder, "opened");
  const env = terminalEnvironment(folder, opened);
  let demo: LiveDemo;
  let commands: readonly string[];
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  before(async () => {
    demo = stack.use(await startLiveDemo());
    commands = listCommands(describeLiveDemo(demo));
    browser = stack.use(await openBrowser());
  });
  after(() => stack.disposeAsync());

  const find = (word: string): string => {
    const [command, ...more] = commands.filter((each) => each.includes(word));
    assert(command !== undefined && more.length === 0, `${word}: ${commands.join("\n")}`);
    return command;
  };
  const type = (command: string): Promise<Typed> => finish(typeIn(command, env));
  /** Types a command that opens the browser, and does there what the text says. */
  const typeAndApprove = async (command: string, act: (page: Page) => Promise<void>) => {
    rmSync(opened, { force: true });
    const running = typeIn(command, env);
    const ended = finish(running);
    const address = await Promise.race([readOpened(opened), ended.then(() => undefined)]);
    if (address === undefined) assert.fail((await ended).text);
    await browser.withPage({ locale: "en-GB" }, async (page) => {
      await page.goto(address);
      await act(page);
      await page.getByRole("heading", { name: "Back at the TPP" }).waitFor();
    });
    return ended;
  };
  const confirm = async (page: Page) => {
    await page.getByLabel("Identity number").fill(kari.customerNumber);
    await page.getByRole("button", { name: "Confirm" }).click();
  };

  test("pay: the browser opens, the PSU approves at the eID, and it is booked", async () => {
    const { code, text } = await typeAndApprove(find(" pay "), async (page) => {
      await confirm(page);
      await page.getByRole("button", { name: "Approve the payment" }).click();
      await confirm(page);
    });
    assert.equal(code, 0, text);
    assert.match(text, /ACSC/);
  });

  test("accounts: the browser opens, the PSU gives consent, and accounts are listed", async () => {
    const { code, text } = await typeAndApprove(find(" accounts "), async (page) => {
      await confirm(page);
      const myself = page.getByLabel("Myself");
      const choice = page.getByRole("heading", { name: "Choose accounts to share" });
      await myself.or(choice).waitFor();
      if (await myself.isVisible()) {
        await myself.check();
        await page.getByRole("button", { name: "Continue" }).click();
      }
      await choice.waitFor();
      for (const account of await page.getByRole("checkbox").all()) await account.check();
      await page.getByRole("button", { name: "Confirm your choice" }).click();
      await confirm(page);
    });
    assert.equal(code, 0, text);
    assert.match(text, new RegExp(dataSet.people.kari.current.bban));
  });

  test("audit, kpi and metrics: each prints what was recorded", async () => {
    const audit = await type(find(" audit search"));
    assert.equal(audit.code, 0, audit.text);
    assert.match(audit.text, /listAccounts/);
    const kpi = await type(find(" kpi report"));
    assert.equal(kpi.code, 0, kpi.text);
    const metrics = await type(find("curl "));
    assert.match(metrics.text, /varde_responses_total\{operation="createPayment",status="201"\} 1/);
  });

  test("register block: the TPP is refused from now on", async () => {
    const blocked = await type(find(" register block "));
    assert.equal(blocked.code, 0, blocked.text);
    // A running bank follows the file within a second.
    await pause(2_000);
    const refused = await type(find(" accounts "));
    assert.notEqual(refused.code, 0, refused.text);
  });

  test("another demo starts with the address of a collector", async () => {
    const running = typeIn(find("OTEL_EXPORTER_OTLP_ENDPOINT"), env);
    const ended = finish(running);
    const isOpen = waitForText(running, /Fjordbanken is open/);
    await Promise.race([isOpen, ended.then(({ text }) => assert.fail(text))]);
    // Ctrl-C in the terminal.
    running.stdin?.write("\x03");
    const { text } = await ended;
    assert.match(text, /Ctrl-C stops everything/);
  });

  test("no printed command was left out", () => {
    const tested = [
      " pay ",
      " accounts ",
      " audit ",
      " kpi ",
      "curl ",
      "OTEL_",
      " register block ",
    ];
    assert.equal(commands.length, tested.length, commands.join("\n"));
    for (const word of tested) find(word);
  });
});

interface Typed {
  readonly code: number | null;
  readonly text: string;
}

/** Returns the indented lines after each paragraph that ends with a colon. */
function listCommands(text: string): readonly string[] {
  const blocks = text.split("\n\n");
  return blocks
    .filter((_, at) => blocks[at - 1]?.endsWith(":"))
    .flatMap((block) => block.split("\n").map((line) => line.trim()));
}

/** Starts a command in a shell that has a terminal. */
const typeIn = (command: string, env: NodeJS.ProcessEnv): ChildProcess =>
  spawn("script", ["--quiet", "--return", "--command", command, "/dev/null"], {
    cwd: root,
    env,
    stdio: ["pipe", "pipe", "inherit"],
  });

async function finish(running: ChildProcess): Promise<Typed> {
  let text = "";
  running.stdout?.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  const [code] = await once(running, "close");
  return { code, text };
}

const waitForText = (running: ChildProcess, pattern: RegExp): Promise<void> =>
  new Promise((resolve) => {
    let text = "";
    running.stdout?.on("data", (part: string) => {
      text += part;
      if (pattern.test(text)) resolve();
    });
  });

/** The environment of a new terminal on a desktop, whose browser is ours. */
function terminalEnvironment(folder: string, opened: string): NodeJS.ProcessEnv {
  const browser = join(folder, "xdg-open");
  writeFileSync(
    browser,
    `#!/bin/sh\nprintf '%s' "$1" > '${opened}.new'\nmv '${opened}.new' '${opened}'\n`,
  );
  chmodSync(browser, 0o700);
  const outer = Object.entries(process.env).filter(
    ([name]) => !/^npm_|^NODE_|^VARDE_|^OTEL_|^DATABASE_URL$/.test(name),
  );
  return {
    ...Object.fromEntries(outer),
    PATH: `${folder}${delimiter}${process.env.PATH ?? ""}`,
    TERM: "xterm",
  };
}

async function readOpened(path: string): Promise<string> {
  while (!existsSync(path)) await pause(50);
  return readFileSync(path, "utf8");
}
