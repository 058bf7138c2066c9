import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { test } from "node:test";
import { RequestObservations } from "../../src/http/request-observation.ts";
import type { FinishedRequest, RequestObserver } from "../../src/request/finished-request.ts";

const receivedAt = 1_700_000_000_000;

/** Serves every request with a function, observed, and resolves with the finished requests. */
const observe = async (
  serve: (response: ServerResponse) => void,
  act: (port: number) => Promise<unknown>,
  more: readonly RequestObserver[] = [],
) => {
  const logged: string[] = [];
  const { promise: finished, resolve: finish } = Promise.withResolvers<FinishedRequest>();
  const observations = new RequestObservations([...more, finish], {
    storage: { now: () => receivedAt },
    log: { error: (_fields, text) => logged.push(text) },
  });
  const server = createServer((request, response) => {
    const observation = observations.begin(request, response);
    observations.expectPage(response, observation);
    observations.namePage(response, "GET /page");
    serve(response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    await act((server.address() as AddressInfo).port);
    return { finished: await finished, logged };
  } finally {
    server.closeAllConnections();
    server.close();
  }
};

const get = async (port: number) => (await fetch(`http://127.0.0.1:${port}/`)).text();

test("reports a response with its name, its status and the moment of receipt", async () => {
  const { finished } = await observe((response) => response.writeHead(404).end("none"), get);
  const { name, status, isComplete } = finished;
  assert.deepEqual(
    { name, status, isComplete },
    { name: "GET /page", status: 404, isComplete: true },
  );
  assert.equal(finished.receivedAt, receivedAt);
  assert.ok(finished.durationMs > 0);
});

test("reports a request whose connection is closed before its response begins", async () => {
  const { finished } = await observe(
    (response) => response.destroy(),
    (port) => assert.rejects(get(port)),
  );
  const { status, isComplete } = finished;
  assert.deepEqual({ status, isComplete }, { status: undefined, isComplete: false });
});

test("reports a response that the caller does not receive to its end", async () => {
  const { finished } = await observe(
    (response) => response.writeHead(200, { "content-length": 10 }).write("half"),
    async (port) => {
      const socket = connect(port, "127.0.0.1");
      socket.write("GET / HTTP/1.1\r\nHost: bank\r\n\r\n");
      await once(socket, "data");
      socket.destroy();
    },
  );
  const { status, isComplete } = finished;
  assert.deepEqual({ status, isComplete }, { status: 200, isComplete: false });
});

test("calls the other observers after one has failed, and logs the failure", async () => {
  const fail = () => {
    throw new Error("full");
  };
  const { finished, logged } = await observe((response) => response.end("yes"), get, [fail]);
  assert.equal(finished.status, 200);
  assert.deepEqual(logged, ["request observer failed"]);
});
