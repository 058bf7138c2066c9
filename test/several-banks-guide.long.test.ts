import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import { test } from "node:test";
import { GuideFolder, isShown, readBlocks } from "./guide.ts";

const guide = "several-banks.md";
const portOfGuide = 8080;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });

/** Returns the first of three free ports. */
const findFreePorts = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const free = await Promise.all([port, port + 1, port + 2].map(isFree));
    if (!free.includes(false)) return port;
  }
};

test(`the commands of ${guide} do what it shows, at banks that it started`, async () => {
  const [start, started, commands, shown] = readBlocks(guide).filter(({ language }) =>
    ["sh", "text"].includes(language),
  );
  assert(start !== undefined && started !== undefined);
  assert(commands !== undefined && shown !== undefined);
  assert(commands.marks.includes("banks") && shown.marks.includes("banks"));
  const first = await findFreePorts();
  const at = (port: number) => `127.0.0.1:${port}`;
  const toOurs = (text: string) =>
    [0, 1, 2].reduce(
      (done, step) => done.replaceAll(at(portOfGuide + step), at(first + step)),
      text,
    );
  const place = new GuideFolder(`http://${at(first)}`);
  try {
    const running = place.type(`${start.code.trim()} --port ${first} --https-port off`);
    await running.shown(/Ctrl-C stops the banks/);
    // The address of each bank takes a digit more than in the guide.
    const squeeze = (text: string) => text.replaceAll(/ {2,}/g, "  ");
    assert(isShown(squeeze(toOurs(started.code)), squeeze(running.output())), running.output());
    const { code, output } = await place.run({ ...commands, code: toOurs(commands.code) });
    assert.equal(code, 0, output);
    assert(isShown(shown.code, output), output);
    running.interrupt();
    assert.equal(await running.ended, 0);
  } finally {
    place.close();
  }
});
