import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect as connectTcp, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { connect as connectTls } from "node:tls";
import { ndct } from "@varde/testkit/payments";
import { freePort, spawnSandbox } from "@varde/testkit/processes";

const folder = mkdtempSync(join(tmpdir(), "varde-stop-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const halfHeader = `POST ${ndct} HTTP/1.1\r\nHost: ba`;
const halfBody = `POST ${ndct} HTTP/1.1\r\nHost: bank\r\nContent-Length: 1000\r\n\r\n{`;
const eventStream = "GET /control/v1/requests/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
const page = "GET /docs HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";

test("F13: SIGTERM ends the bank although clients hold connections open", async () => {
  const tlsPort = await freePort();
  await using sandbox = spawnSandbox({ VARDE_DATA: folder, HTTPS_PORT: String(tlsPort) });
  const { hostname: host, port } = new URL(await sandbox.ready);
  const sockets: Socket[] = [];
  for (const text of ["", halfHeader, halfBody, eventStream, page]) {
    sockets.push(await hold(connectTcp({ host, port: Number(port), allowHalfOpen: true }), text));
  }
  for (const text of ["", halfHeader, halfBody]) {
    const socket = connectTls({ host, port: tlsPort, rejectUnauthorized: false });
    sockets.push(await hold(socket, text, "secureConnect"));
  }
  const code = await sandbox.stop();
  const { errors } = await sandbox.ended;
  for (const socket of sockets) socket.destroy();
  assert.deepEqual({ code, errors }, { code: 0, errors: "" });
});

const hold = async (socket: Socket, text: string, ready = "connect"): Promise<Socket> => {
  socket.on("error", () => undefined).resume();
  await once(socket, ready);
  if (text !== "") await new Promise((resolve) => socket.write(text, resolve));
  return socket;
};
