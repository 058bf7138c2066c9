import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import { BanksFolder } from "@varde/testkit/server";
import { anInstallation } from "./an-installation.ts";

const request = "GET /v1/accounts HTTP/1.1\r\nHost: heiane.example\r\nConnection: close\r\n\r\n";

test("F13: every bank serves until the process closes its connections", async () => {
  using folder = new BanksFolder();
  folder.configureInstallation({ drainMs: 500 });
  const installation = await anInstallation(folder);
  const { http = "", admin } = installation.addresses;
  const { hostname, port } = new URL(http);
  /** Returns the first line of the response, or nothing if there is none. */
  const send = async (): Promise<string | undefined> => {
    const socket = connect(Number(port), hostname);
    socket.write(request);
    let received = "";
    try {
      for await (const piece of socket.setEncoding("latin1")) received += piece;
    } catch {
      // The server has closed it.
    }
    return received.split("\r\n").find((line) => line !== "");
  };
  const served = await send();
  const closed = installation.close();
  const early = await send();
  assert.equal((await fetch(`${admin}/health/ready`)).status, 503);
  for (let line = early; line !== undefined; line = await send()) assert.equal(line, served);
  await closed;
  assert.ok(early !== undefined, "no bank served during drainMs");
});
