import assert from "node:assert/strict";
import { once } from "node:events";
import { after, describe, test } from "node:test";
import { aBank } from "@varde/testkit/bank";
import { selfSigned } from "@varde/testkit/tpp";
import { connectTo, formatEmpty, listRoutes, readResponses, watchDue } from "./pipelines.ts";

const bank = await aBank();
after(() => bank.close());
const mostDue = watchDue(bank.app);
const routes = listRoutes(bank);
const tls = bank.createTlsServer(selfSigned());
tls.listen(0, "127.0.0.1");
await once(tls, "listening");
const addresses = {
  "plain HTTP": bank.addresses.http,
  TLS: `https://127.0.0.1:${(tls.address() as { port: number }).port}`,
};

/** Its response shows that responses keep their order. */
const marker = { method: "GET", path: "/health/live" };
const live = '{"status":"live"}';
const dueMax = 2;
const routesAtOnce = 30;

describe("requests that are sent without waiting for responses", () => {
  test("LIM-33: the list of routes is complete", () => {
    const paths = routes.map(({ path }) => path);
    for (const path of [
      "/v1/accounts",
      "/docs/openapi.json",
      "/metrics",
      "/sca/x/begin",
      "/control/v1/worlds",
    ]) {
      assert.ok(paths.includes(path), path);
    }
    assert.ok(routes.length > 150, String(routes.length));
  });

  for (const [transport, address] of Object.entries(addresses)) {
    test(`LIM-33: every path keeps the order of responses over ${transport}`, async () => {
      for (let first = 0; first < routes.length; first += routesAtOnce) {
        const sent = routes.slice(first, first + routesAtOnce).flatMap((route) => [route, marker]);
        const socket = await connectTo(address);
        socket.write(sent.map(formatEmpty).join(""));
        const responses = await readResponses(socket, sent);
        socket.destroy();
        for (const [at, { method, path }] of sent.entries()) {
          const isLive = method === "GET" && path === marker.path;
          assert.equal(responses[at]?.body === live, isLive, `${at}: ${method} ${path}`);
        }
      }
      assert.ok(mostDue() <= dueMax, `${mostDue()} were due`);
    });
  }

  test("LIM-33: serves 600 requests of one packet, in order, while others are served", async () => {
    const route = { method: "GET", path: "/v1/accounts" };
    const socket = await connectTo(bank.addresses.http);
    const sent = Array.from({ length: 300 }, () => [route, marker]).flat();
    socket.write(sent.map(formatEmpty).join(""));
    const reading = readResponses(socket, sent);
    const other = await fetch(`${bank.addresses.http}/health/live`);
    assert.equal(other.status, 200);
    const responses = await reading;
    socket.destroy();
    assert.equal(responses.length, 600);
    assert.ok(responses.every(({ body }, at) => (body === live) === (at % 2 === 1)));
    assert.ok(mostDue() <= dueMax, `${mostDue()} were due`);
  });
});
