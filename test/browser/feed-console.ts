import type { Page } from "playwright-core";

/**
 * Replaces the console's stream of requests by one that the test feeds, because no bank responds to
 * thousands of requests fast enough. Returns a function that sends a number of new requests.
 */
export const feedConsole = async (page: Page): Promise<(count: number) => Promise<void>> => {
  await page.addInitScript(replaceStream);
  return async (count) => {
    await page.evaluate(`feedRequests(${count})`);
  };
};

const replaceStream = `{
  const fetchFromBank = fetch;
  let feed;
  let sent = 0;
  globalThis.fetch = async (url, init) => {
    if (!String(url).includes("/requests/summaries")) return fetchFromBank(url, init);
    const start = (controller) => {
      feed = (text) => controller.enqueue(new TextEncoder().encode(text));
      feed(": following\\n\\n");
    };
    return new Response(new ReadableStream({ start }));
  };
  const summary = () => ({
    exchangeId: "fed-" + sent,
    at: "2026-11-15T08:00:00.000Z",
    ms: 1,
    operation: "operation" + sent,
    target: "/v1/x",
    status: 200,
    warnings: 0,
    resources: [crypto.randomUUID()],
  });
  globalThis.feedRequests = (count) => {
    const events = Array.from({ length: count }, () => {
      sent += 1;
      return "event: summary\\ndata: " + JSON.stringify(summary()) + "\\n\\n";
    });
    feed(events.join(""));
  };
}`;
