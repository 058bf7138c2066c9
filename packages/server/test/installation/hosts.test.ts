import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, before, describe, test } from "node:test";
import { BanksFolder } from "@varde/testkit/server";
import { TestAuthority } from "@varde/testkit/tpp";
import { anInstallation, openConnection, type TestInstallation } from "./an-installation.ts";

const ready = "GET /health/ready HTTP/1.1";

/** The page for an unknown address names the bank. */
const missing = ["GET /no-such-page HTTP/1.1", "Accept: text/html"];

describe("the host of a request decides which bank serves it", () => {
  const authority = new TestAuthority();
  const folder = new BanksFolder();
  let installation: TestInstallation;
  let http = "";
  let https = "";

  before(async () => {
    for (const name of ["default", "fjordvik", "heiane"]) {
      const { privateKeyPem, certificatePem } = authority.issue({
        subject: [["2.5.4.3", `${name}.example`]],
      });
      folder.write(`banks/${name}.key`, privateKeyPem);
      folder.write(`banks/${name}.pem`, certificatePem);
    }
    const tls = (name: string) => ({ key: { file: `${name}.key` }, certificate: `${name}.pem` });
    folder.configureInstallation({ tls: { ...tls("default"), port: 0 } });
    folder.configureBank("fjordvik", {
      tls: tls("fjordvik"),
      moreHosts: ["psd2.fjordvik.example"],
    });
    folder.configureBank("heiane", { tls: tls("heiane") });
    installation = await anInstallation(folder);
    http = installation.addresses.http ?? "";
    https = installation.addresses.https ?? "";
  });

  after(async () => {
    await installation.close();
    folder[Symbol.dispose]();
  });

  /** Sends the request on a connection of its own. */
  const send = async (lines: readonly string[], serverName?: string) => {
    await using connection = await openConnection(
      serverName === undefined ? http : https,
      serverName === undefined ? {} : { serverName },
    );
    return await connection.send(...lines);
  };

  const served: readonly (readonly [string, readonly string[], RegExp])[] = [
    ["a host", [...missing, "Host: fjordvik.example"], /Fjordvik/],
    ["another host", [...missing, "Host: heiane.example"], /Heiane/],
    ["one of moreHosts", [...missing, "Host: psd2.fjordvik.example"], /Fjordvik/],
    ["a host with a port", [...missing, "Host: heiane.example:8443"], /Heiane/],
    ["a host in capitals", [...missing, "Host: HEIANE.Example"], /Heiane/],
    ["a host with a dot at its end", [...missing, "Host: heiane.example."], /Heiane/],
    [
      "a host and X-Forwarded-Host of another bank",
      [...missing, "Host: heiane.example", "X-Forwarded-Host: fjordvik.example"],
      /Heiane/,
    ],
  ];
  for (const [title, lines, bank] of served) {
    test(`serves ${title}`, async () => {
      const { status, text } = await send(lines);
      assert.equal(status, 404);
      assert.match(text, bank);
    });
  }

  test("serves an absolute target by its own host, as each bank does", async () => {
    const target = "GET http://heiane.example/v1/accounts HTTP/1.1";
    const { status, text } = await send([target, "Host: heiane.example"]);
    assert.equal(status, 400);
    assert.match(text, /must be a path/);
  });

  const misdirected: readonly (readonly [string, readonly string[]])[] = [
    ["an unknown host", [ready, "Host: other.example"]],
    ["a part of a host", [ready, "Host: example"]],
    ["a malformed host", [ready, "Host: fjordvik.example/heiane.example"]],
    ["an empty host", [ready, "Host:"]],
    ["no host", [ready]],
    [
      "an unknown host and X-Forwarded-Host",
      [ready, "Host: x", "X-Forwarded-Host: heiane.example"],
    ],
    ["two hosts", [ready, "Host: fjordvik.example", "Host: heiane.example"]],
    [
      "an absolute target of another host",
      ["GET http://heiane.example/health/ready HTTP/1.1", "Host: fjordvik.example"],
    ],
    ["an absolute target of an unknown host", ["GET http://x/health/ready HTTP/1.1", "Host: x"]],
    ["the address of the process", [ready, "Host: 127.0.0.1"]],
  ];
  for (const [title, lines] of misdirected) {
    test(`refuses ${title} with 421, and names no bank`, async () => {
      const { status, text } = await send(lines);
      assert.equal(status, 421, text);
      assert.equal(JSON.parse(text).tppMessages[0].code, "BAD_REQUEST");
      assert.doesNotMatch(text, /fjordvik|heiane/i);
    });
  }

  test("decides again for the second request of a connection", async () => {
    await using connection = await openConnection(http);
    const hosts = ["fjordvik.example", "heiane.example", "other.example", "fjordvik.example"];
    const found: string[] = [];
    for (const host of hosts) {
      const { text } = await connection.send(...missing, `Host: ${host}`);
      found.push(/Fjordvik|Heiane|no bank/.exec(text)?.[0] ?? text);
    }
    assert.deepEqual(found, ["Fjordvik", "Heiane", "no bank", "Fjordvik"]);
  });

  test("closes a connection after 50 refusals, and reads nothing that was sent ahead", async () => {
    const countRefusals = async (host: string) => {
      const { hostname, port } = new URL(http);
      const socket = connect(Number(port), hostname).setEncoding("latin1");
      const request = `${ready}\r\nHost: ${host}\r\n\r\n`;
      socket.write(request.repeat(sentAhead));
      let received = "";
      socket.on("data", (text: string) => {
        received += text;
      });
      // Closing it with unread data resets the connection.
      await new Promise((resolve) => socket.on("error", () => {}).once("close", resolve));
      return received.split("HTTP/1.1 421 ").length - 1;
    };
    const sentAhead = 2_000;
    const refused = await countRefusals("other.example");
    // More than 50 only if the process was stopped for a second in between.
    assert(refused >= 50 && refused < sentAhead / 4, String(refused));
    // A client that is served is not limited.
    await using connection = await openConnection(http);
    for (let sent = 0; sent < 60; sent += 1) {
      assert.equal((await connection.send(ready, "Host: heiane.example")).status, 200);
    }
  });

  test("shows the certificate of the name that a client of TLS asks for", async () => {
    const names = ["fjordvik.example", "heiane.example", "other.example", ""];
    const shown: unknown[] = [];
    for (const serverName of names) {
      const { certificate, status } = await send([ready, "Host: heiane.example"], serverName);
      shown.push([certificate?.subject.CN, status]);
    }
    assert.deepEqual(shown, [
      // The name of one bank with the host of another.
      ["fjordvik.example", 421],
      ["heiane.example", 200],
      ["default.example", 421],
      // A client that asks for no name is served by its host.
      ["default.example", 200],
    ]);
  });

  test("HDR-03: serves a request without Host by the name that TLS asked for", async () => {
    const { status, text } = await send(missing, "heiane.example");
    assert.equal(status, 404);
    assert.match(text, /Heiane/);
    assert.equal((await send([ready], "")).status, 421);
  });

  test("refuses the second request of a connection over TLS for another bank", async () => {
    await using connection = await openConnection(https, { serverName: "heiane.example" });
    assert.equal((await connection.send(ready, "Host: heiane.example")).status, 200);
    assert.equal((await connection.send(ready, "Host: fjordvik.example")).status, 421);
    assert.equal((await connection.send(ready, "Host: heiane.example")).status, 200);
  });

  test("refuses what is not HTTP without naming a bank", async () => {
    const { status, text } = await send(["NO HTTP"]);
    assert.equal(status, 400);
    assert.doesNotMatch(text, /fjordvik|heiane/i);
  });

  test("the port for operators shows the state of every bank", async () => {
    const read = async (path: string) => {
      const response = await fetch(`${installation.addresses.admin}${path}`);
      return [response.status, await response.json()] as const;
    };
    assert.deepEqual(await read("/health/live"), [200, { status: "live" }]);
    assert.deepEqual(await read("/health/ready"), [200, { status: "ready" }]);
    const [, { banks }] = await read("/health/banks");
    assert.deepEqual(
      banks.map(({ bank, state, faults }: never) => [bank, state, faults]),
      [
        ["fjordvik", "ready", []],
        ["heiane", "ready", []],
      ],
    );
  });

  test("metrics are served on the port for operators only, by bank", async () => {
    assert.equal((await send(["GET /metrics HTTP/1.1", "Host: heiane.example"])).status, 404);
    const read = (query: string) => fetch(`${installation.addresses.admin}/metrics${query}`);
    const response = await read("?bank=heiane");
    assert.match(await response.text(), /^varde_requests_in_flight_max\{bank="heiane"\} 1000$/m);
    assert.equal((await read("?bank=other")).status, 404);
    assert.equal((await read("")).status, 200);
  });
});

test("behind a trusted proxy only the host counts, not the name of TLS", async () => {
  const { privateKeyPem, certificatePem } = new TestAuthority().issue();
  using folder = new BanksFolder();
  folder.write("banks/proxy.key", privateKeyPem);
  folder.write("banks/proxy.pem", certificatePem);
  const tls = { key: { file: "proxy.key" }, certificate: "proxy.pem", port: 0 };
  folder.configureInstallation({ tls, trustedProxies: ["127.0.0.1"] });
  await using installation = await anInstallation(folder);
  const { https = "" } = installation.addresses;
  await using connection = await openConnection(https, { serverName: "fjordvik.example" });
  assert.equal((await connection.send(ready, "Host: heiane.example")).status, 200);
  assert.equal((await connection.send(ready)).status, 421);
  // Many callers share the connections of a proxy.
  for (let sent = 0; sent < 60; sent += 1) {
    assert.equal((await connection.send(ready, "Host: other.example")).status, 421);
  }
});
