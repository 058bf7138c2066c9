import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type RequestOptions, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { type RunningSandbox, readSettings, startSandbox } from "@varde/sandbox";
import { freePort, missingPrograms } from "@varde/testkit/processes";
import { callHeaders } from "@varde/testkit/psu";
import { type PemIdentity, RawTpp, selfSigned } from "@varde/testkit/tpp";
import { readBlocks } from "../guide.ts";

const block = (language: string): string => {
  const found = readBlocks("sandbox-for-others.md").find((each) => each.language === language);
  return found?.code ?? assert.fail(`the guide has no block in ${language}`);
};
const settings = Object.fromEntries(
  block("ini")
    .trim()
    .split("\n")
    .map((line) => line.split("=", 2)),
) as Readonly<Record<string, string>>;
const hostname = new URL(settings.VARDE_PUBLIC_URL ?? "").host;

/** The guide's own settings and configuration; only ports and file names are replaced. */
describe("a sandbox behind nginx, as the guide sets it up", {
  skip: missingPrograms(["nginx"]),
}, () => {
  const folder = mkdtempSync(join(tmpdir(), "varde-nginx-"));
  let sandbox: RunningSandbox;
  let nginx: ChildProcess;
  let port: number;
  before(async () => {
    port = await freePort();
    const data = { VARDE_DATA: join(folder, "data"), VARDE_LOG: "none" };
    sandbox = await startSandbox(readSettings({ ...settings, ...data, PORT: "0" }));
    nginx = await startNginx();
  });
  after(async () => {
    const ended = once(nginx, "exit");
    nginx.kill();
    await ended;
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const startNginx = async (): Promise<ChildProcess> => {
    const { certificatePem, privateKeyPem } = await sandbox.authority.issueServerCertificate([
      hostname,
    ]);
    const file = (name: string, content: string): string => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    mkdirSync(join(folder, "bodies"));
    const configuration = block("nginx")
      .replace("listen 443 ssl", `listen 127.0.0.1:${port} ssl`)
      .replace(/\/etc\/ssl\/\S+\.pem/, file("server.pem", certificatePem))
      .replace(/\/etc\/ssl\/\S+\.key/, file("server.key", privateKeyPem))
      .replace("127.0.0.1:8080", new URL(sandbox.addresses.http).host)
      .replace("http {", `http { access_log off; client_body_temp_path ${join(folder, "bodies")};`);
    const main = `daemon off; pid ${join(folder, "nginx.pid")}; error_log stderr warn;`;
    const words = ["-p", folder, "-g", main, "-c", file("nginx.conf", configuration)];
    const started = spawn("nginx", words, { stdio: ["ignore", "ignore", "inherit"] });
    for (;;) {
      assert.equal(started.exitCode, null, "nginx accepts the configuration");
      if (await send({ path: "/" }).catch(() => undefined)) return started;
      await setTimeout(20);
    }
  };

  interface Received {
    readonly status: number | undefined;
    readonly text: string;
  }

  /** Sends a request to the public name, which leads to nginx here. */
  const send = (
    { path, method = "GET", headers = {} }: RequestOptions,
    body?: string | Buffer,
  ): Promise<Received> =>
    new Promise((resolve, reject) => {
      const sent = request({
        host: "127.0.0.1",
        port,
        path,
        method,
        servername: hostname,
        ca: sandbox.authority.caPem,
        agent: false,
        headers: { ...headers, host: hostname },
      });
      sent.on("error", reject).on("response", (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => {
          text += chunk;
          // A stream of events does not end by itself.
          if (text === ": following\n\n") response.destroy();
        });
        response.on("close", () => resolve({ status: response.statusCode, text }));
      });
      sent.end(body);
    });
  const withToken = () => ({ authorization: `Bearer ${sandbox.controlToken}` });

  test("A22: the control API needs the token, from the page of this site too", async () => {
    const path = "/control/v1/worlds";
    const page = { origin: `https://${hostname}`, "sec-fetch-site": "same-origin" };
    assert.equal((await send({ path })).status, 403);
    assert.equal((await send({ path, headers: page })).status, 403);
    assert.equal((await send({ path, headers: withToken() })).status, 200);
    assert.equal((await send({ path, headers: { ...page, ...withToken() } })).status, 200);
    const other = { ...page, origin: "https://evil.example", ...withToken() };
    assert.equal((await send({ path, headers: other })).status, 403);
    const direct = await fetch(`${sandbox.addresses.http}${path}`);
    assert.equal(direct.status, 403, "a program on the machine itself could be a proxy");
  });

  test("the console and its live stream arrive", async () => {
    const console = await send({ path: "/" });
    assert.match(console.text, /Varde console/);
    assert.equal((await send({ path: "/console/main.js" })).status, 200);
    const path = "/control/v1/requests/stream";
    assert.equal((await send({ path, headers: withToken() })).text, ": following\n\n");
    assert.equal((await send({ path })).status, 403);
  });

  test("signatures are valid behind it, for TPPs of the sandbox's authority only", async () => {
    const path = "/control/v1/tpp-certificates";
    const headers = { ...withToken(), "content-type": "application/json" };
    const issued = await send({ path, method: "POST", headers }, "{}");
    assert.equal(issued.status, 201, issued.text);
    const call = async (identity: PemIdentity, wanted: Parameters<RawTpp["sign"]>[0]) => {
      const { body, ...signed } = await new RawTpp("http://unused", identity).sign(wanted);
      const { status, text } = await send(signed, body);
      return { status, text, json: JSON.parse(text) };
    };
    const tpp: PemIdentity = JSON.parse(issued.text);
    const accounts = { path: "/v1/accounts?withBalance=true", headers: callHeaders("session") };
    const refused = await call(tpp, accounts);
    assert.equal(refused.status, 401, refused.text);
    const { href } = refused.json._links.scaRedirect;
    assert.ok(href.startsWith(`https://${hostname}/sca/`), href);
    assert.equal((await send({ path: new URL(href).pathname })).status, 200);
    assert.equal((await call(selfSigned(), accounts)).status, 403);
    const body = { customerNumber: "01010750160", name: "Real", type: "PRIVATE" };
    const real = await call(tpp, { path: "/v1/sandbox/customers", body });
    assert.equal(real.json.tppMessages[0].path, "/customerNumber", real.text);
  });
});
