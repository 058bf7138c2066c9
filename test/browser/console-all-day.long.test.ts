import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { setTimeout } from "node:timers/promises";
import type { TestBank } from "@varde/sandbox";
import { describe, test } from "@varde/testkit/browser";
import { aPayer, aPayment, ndct } from "@varde/testkit/payments";
import { atScale } from "@varde/testkit/rounds";
import type { CDPSession, Page } from "playwright-core";
import { aBankSuite, desktop, openConsole } from "./a-bank-suite.ts";
import { withPage } from "./a-journey.ts";

/** More than the 10 000 requests that the list holds, so that it is full at both moments. */
const requestsPerPeriod = atScale({ slice: 200, long: 11_000 });
/** The bank shows an open console at most 100 requests a second, after 250 at once. */
const requestsPerSecond = atScale({ slice: 200, long: 100 });
/** The page may hold the rows of two full lists, so the first full one is not compared. */
const periods = atScale({ slice: ["early", "late"], long: ["first", "early", "late"] });
const rowsMax = 10_000;
const isFull = atScale({ slice: false, long: true });

/** The browser may free a screen that was just closed only at a later garbage collection. */
const collections = 3;
const settleMs = 200;

describe("a console that is open all day", () => {
  const suite = aBankSuite();

  test("the page does not grow with requests, changes and opened screens", async () => {
    const payer = await aPayer(suite.bank);
    await withPage(
      suite,
      async (page) => {
        const session = await page.context().newCDPSession(page);
        await openConsole(page, suite, "/#/requests");
        const passPeriod = async (name: string): Promise<Counts> => {
          for (let sent = 0; sent < requestsPerPeriod; sent += requestsPerSecond) {
            await Promise.all([
              sendRequests(suite.bank, requestsPerSecond, `${name}-${sent}`),
              setTimeout(1_000),
            ]);
          }
          await payer.create(ndct, aPayment());
          await openEveryScreen(page);
          await page
            .getByRole("link", { name: /createPayment/ })
            .first()
            .waitFor();
          return countObjects(page, session);
        };
        const counts: Counts[] = [];
        for (const name of periods) counts.push(await passPeriod(name));
        const [early, late] = counts.slice(-2) as [Counts, Counts];
        const grown = `${JSON.stringify(early)} grew to ${JSON.stringify(late)}`;
        assert.ok(late.rows <= rowsMax, grown);
        if (isFull) assert.deepEqual([early.rows, late.rows], [rowsMax, rowsMax], grown);
        assert.ok(late.nodes <= early.nodes * 1.1, grown);
        assert.ok(late.listeners <= early.listeners * 1.1, grown);
        // Each row is an object with a list; nothing else may be kept for a request.
        const kept = ({ objects, rows }: Counts) => objects - 2 * rows;
        assert.ok(kept(late) <= kept(early) * 1.1, grown);
      },
      desktop,
    );
  });

  test("the bank buffers little for a client that does not read, and counts the rest", async () => {
    const sent = atScale({ slice: 1_500, long: 20_000 });
    const address = `${suite.bank.addresses.http}/control/v1/requests/summaries`;
    const [stream] = (await once(get(address), "response")) as [IncomingMessage];
    stream.pause();
    // A row has the target and the ids in it, so all rows are far more than the sockets hold.
    const ids = Array.from({ length: 90 }, () => randomUUID()).join(".");
    await sendRequests(suite.bank, sent, `accounts?x=${ids}`);
    const { received, missed } = await readRest(stream, ids, () =>
      sendRequests(suite.bank, 1, "end"),
    );
    assert.ok(missed > 0, `all ${sent} requests were buffered`);
    assert.ok(received + missed >= sent, `${received} received and ${missed} missed of ${sent}`);
  });
});

/** Reads until a request arrives that was sent after the client started to read again. */
const readRest = async (stream: IncomingMessage, text: string, sendEnd: () => Promise<void>) => {
  let rest = "";
  let [received, missed] = [0, 0];
  for await (const chunk of stream.setEncoding("utf8")) {
    const events = (rest + chunk).split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      if (event.includes(text)) received += 1;
      missed += Number(/^event: missed\ndata: {"requests":(\d+)}/.exec(event)?.[1] ?? 0);
    }
    if (events.some((event) => event.includes('"/v1/end-0"'))) break;
    // It is missed as well while the bank still waits for the client.
    await sendEnd();
  }
  return { received, missed };
};

interface Counts {
  /** Requests in the list, shown or not. */
  readonly rows: number;
  readonly nodes: number;
  readonly listeners: number;
  /** Objects of the page's scripts. */
  readonly objects: number;
}

/** Counts what is left after garbage collections. */
const countObjects = async (page: Page, session: CDPSession): Promise<Counts> => {
  const height = (selector: string) =>
    page.evaluate<number>(`document.querySelector("${selector}").offsetHeight`);
  const rows = (await height(".rows .sizer")) / (await height(".row"));
  for (let collection = 0; collection < collections; collection += 1) {
    await setTimeout(settleMs);
    await session.send("HeapProfiler.collectGarbage");
  }
  const { nodes, jsEventListeners } = await session.send("Memory.getDOMCounters");
  const { result } = await session.send("Runtime.evaluate", { expression: "Object.prototype" });
  const { objects } = await session.send("Runtime.queryObjects", {
    prototypeObjectId: result.objectId ?? "",
    objectGroup: "counted",
  });
  const { result: counted } = await session.send("Runtime.callFunctionOn", {
    objectId: objects.objectId ?? "",
    functionDeclaration: "function () { return this.length; }",
  });
  await session.send("Runtime.releaseObjectGroup", { objectGroup: "counted" });
  return { rows, nodes, listeners: jsEventListeners, objects: Number(counted.value) };
};

/** Opens each page, a request, the clock and the palette, and returns to the requests. */
const openEveryScreen = async (page: Page): Promise<void> => {
  for (const name of ["Payments", "People", "Scenarios", "TPPs", "Figures", "Start"]) {
    await page.getByRole("link", { name, exact: true }).click();
    await page.locator("main :is(.row, .card, .tiles, .steps)").first().waitFor();
  }
  await page.getByRole("link", { name: "Requests", exact: true }).click();
  await page.locator(".row").first().click();
  await page.getByRole("article", { name: "Request" }).getByRole("heading").first().waitFor();
  await page.getByRole("link", { name: "Close" }).click();
  await page.getByRole("button", { name: /^Clock/ }).click();
  await page.getByRole("button", { name: "Close" }).click();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("combobox", { name: "Search everything" });
  await palette.waitFor();
  await page.keyboard.press("Escape");
  await palette.waitFor({ state: "hidden" });
};

/** Sends requests without a signature, which the bank refuses, over a few connections. */
const sendRequests = async (bank: TestBank, count: number, name: string): Promise<void> => {
  const connections = 8;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let left = count;
  const send = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const sent = get(`${bank.addresses.http}/v1/${name}-${left}`, { agent });
      const [response] = (await once(sent, "response")) as [IncomingMessage];
      assert.ok((response.statusCode ?? 0) >= 400, "it is refused");
      response.resume();
      await once(response, "end");
    }
  };
  await Promise.all(Array.from({ length: connections }, send));
  agent.destroy();
};
