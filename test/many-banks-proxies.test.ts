import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type RequestOptions, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { TLSSocket } from "node:tls";
import { loadInstallation, type RunningInstallation, startInstallation } from "@varde/server";
import { freePort, missingPrograms, serveLocally } from "@varde/testkit/processes";
import { BanksFolder } from "@varde/testkit/server";
import { type PemIdentity, TestAuthority } from "@varde/testkit/tpp";
import { parse } from "yaml";
import { fileOf, readBlocks } from "./guide.ts";

const guide = "many-banks.md";
const block = (language: string, file?: string): string => {
  const found = readBlocks(guide).find(
    (each) => each.language === language && (file === undefined || fileOf(each) === file),
  );
  return found?.code ?? assert.fail(`the guide has no block in ${language}`);
};
const names = ["fjordvik", "heiane", "lyngen"];
const hostOf = (name: string) => `openbanking.${name}.example`;

const issue = (name: string): PemIdentity =>
  new TestAuthority().issue({ subject: [["2.5.4.3", hostOf(name)]] });

/** How a proxy of the guide is run. Its files are in `folder`, and not in /etc/varde. */
interface Proxy {
  /** Writes the certificate of a host where the guide says that it is. */
  writeCertificate(folder: string, host: string, identity: PemIdentity): void;
  /** Returns the configuration of the guide, listening on this port. */
  configure(folder: string, port: number): string;
  words(folder: string): readonly string[];
  /** The signal for certificates that were replaced, if it needs one. */
  readonly reload?: "SIGUSR2";
}

const proxies: Readonly<Record<"nginx" | "haproxy", Proxy>> = {
  nginx: {
    writeCertificate: (folder, host, { certificatePem, privateKeyPem }) => {
      mkdirSync(join(folder, "tls"), { recursive: true });
      writeFileSync(join(folder, "tls", `${host}.pem`), certificatePem);
      writeFileSync(join(folder, "tls", `${host}.key`), privateKeyPem);
    },
    configure: (folder, port) =>
      block("nginx")
        .replace("listen 443 ssl", `listen 127.0.0.1:${port} ssl`)
        .replace("http {", `http { access_log off; client_body_temp_path ${folder};`),
    // The workers of nginx read the certificates, and are another user if this one is root.
    words: (folder) => [
      ...["-p", folder, "-c", join(folder, "nginx")],
      ...["-g", `daemon off; master_process off; pid ${folder}/pid; error_log stderr emerg;`],
    ],
  },
  haproxy: {
    writeCertificate: (folder, host, { certificatePem, privateKeyPem }) => {
      mkdirSync(join(folder, "haproxy-tls"), { recursive: true });
      writeFileSync(join(folder, "haproxy-tls", `${host}.pem`), certificatePem + privateKeyPem);
    },
    configure: (folder, port) => {
      writeFileSync(join(folder, "hosts.map"), block("text", "hosts.map"));
      return block("haproxy").replace("bind :443", `bind 127.0.0.1:${port}`);
    },
    words: (folder) => ["-W", "-db", "-q", "-f", join(folder, "haproxy")],
    reload: "SIGUSR2",
  },
};

for (const name of ["nginx", "haproxy"] as const) {
  describe(
    `${name} in front of two folders of banks, as the guide sets it up`,
    {
      skip: missingPrograms([name]),
    },
    () => testProxy(name, proxies[name]),
  );
}

/** Writes a folder of banks with the `installation.yaml` of the guide. */
const writeBanks = (members: readonly string[]): BanksFolder => {
  const banks = new BanksFolder(members, { ...parse(block("yaml")), port: 0, admin: { port: 0 } });
  for (const name of members) {
    banks.configureBank(name, { publicUrl: `https://${hostOf(name)}` });
  }
  return banks;
};

/** Puts the addresses of the processes into the configuration of a proxy. */
const nameProcesses = (configuration: string, running: readonly RunningInstallation[]): string =>
  running.reduce(
    (text, { addresses: { http = "", admin } }, at) =>
      text
        .replaceAll(`127.0.0.1:${8081 + at}`, new URL(http).host)
        .replaceAll(`check port ${9401 + at}`, `check port ${new URL(admin).port}`),
    configuration,
  );

/** Sends a request to a host, without a certificate that anybody trusts. */
const sendTo = (port: number, name: string, path: string, options: RequestOptions) =>
  new Promise<{
    readonly status: number | undefined;
    readonly text: string;
    readonly fingerprint: string;
  }>((resolve, reject) => {
    const of = { host: "127.0.0.1", port, path, servername: hostOf(name), agent: false } as const;
    request({ ...of, rejectUnauthorized: false, ...options }, async (response) => {
      const { socket } = response;
      assert(socket instanceof TLSSocket);
      const { fingerprint256: fingerprint } = socket.getPeerCertificate();
      let text = "";
      for await (const part of response) text += part;
      resolve({ status: response.statusCode, text, fingerprint });
    })
      .once("error", reject)
      .end();
  });

const listening = async (proxy: ChildProcess, port: number): Promise<void> => {
  while ((await sendTo(port, "fjordvik", "/", {}).catch(() => undefined)) === undefined) {
    assert.equal(proxy.exitCode, null, "the proxy accepts the configuration");
    await setTimeout(20);
  }
};

const stop = async (proxy: ChildProcess): Promise<void> => {
  const ended = once(proxy, "exit");
  proxy.kill();
  await ended;
};

function testProxy(program: string, proxy: Proxy): void {
  const banksFolders: BanksFolder[] = [];
  const running: RunningInstallation[] = [];
  const folder = mkdtempSync(join(tmpdir(), "varde-proxy-"));
  let child: ChildProcess;
  let port: number;

  before(async () => {
    port = await freePort();
    for (const members of [names.slice(0, 2), names.slice(2)]) {
      const banks = writeBanks(members);
      banksFolders.push(banks);
      running.push(await startInstallation(loadInstallation(banks.banks, {}), {}));
    }
    for (const name of names) proxy.writeCertificate(folder, hostOf(name), issue(name));
    const configuration = proxy.configure(folder, port).replaceAll("/etc/varde", folder);
    writeFileSync(join(folder, program), nameProcesses(configuration, running));
    child = spawn(program, proxy.words(folder), { stdio: ["ignore", "ignore", "inherit"] });
    await listening(child, port);
  });
  after(async () => {
    await stop(child);
    for (const each of running) await each.close();
    for (const each of banksFolders) each[Symbol.dispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  const send = (name: string, path: string, more: Readonly<Record<string, string>> = {}) =>
    sendTo(port, name, path, { headers: { host: hostOf(name), accept: "text/html", ...more } });

  for (const name of names) {
    test(`sends ${name} to its process, with headers as long as the bank accepts`, async () => {
      const more = { "x-padding": "x".repeat(30_000) };
      const { status, text } = await send(name, "/sca/no-such-link", more);
      assert.equal(status, 410);
      assert.match(text, new RegExp(`${name} Sparebank`, "i"));
    });
  }

  test("lets nobody read metrics or health, and no host reach a foreign bank", async () => {
    for (const path of ["/metrics", "/health/ready", "/health/banks"]) {
      const { status, text } = await send("heiane", path);
      assert.equal(status, 404);
      assert.doesNotMatch(text, /ready|varde_/);
    }
    const { status } = await send("heiane", "/v1/accounts", { host: "other.example" });
    assert.ok(status !== undefined && status >= 400, String(status));
    await assert.rejects(send("other", "/v1/accounts"), "shows a certificate to unknown names");
  });

  test("uses a certificate that was replaced, and those of the other hosts", async () => {
    const [before, other] = [await send("heiane", "/"), await send("lyngen", "/")];
    assert.notEqual(before.fingerprint, other.fingerprint);
    proxy.writeCertificate(folder, hostOf("heiane"), issue("heiane"));
    if (proxy.reload !== undefined) child.kill(proxy.reload);
    while ((await send("heiane", "/")).fingerprint === before.fingerprint) await setTimeout(20);
    assert.equal((await send("lyngen", "/")).fingerprint, other.fingerprint);
  });
}

test("haproxy passes on the certificate of a client, and no header that looks like one", {
  skip: missingPrograms(["haproxy"]),
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), "varde-proxy-"));
  await using seen = await serveLocally(({ headers }, response) =>
    response.end(JSON.stringify(headers["client-cert"] ?? "none")),
  );
  const [port, certificatePort] = [await freePort(), await freePort()];
  proxies.haproxy.writeCertificate(folder, hostOf("fjordvik"), issue("fjordvik"));
  const [bind = "", setHeader = ""] = block("haproxy", "qwac.cfg").split("\n");
  const deletes = "  http-request del-header Client-Cert";
  const configuration = proxies.haproxy
    .configure(folder, port)
    .replace(deletes, `${deletes}\n${bind}\n${setHeader}`)
    .replace("bind :8443", `bind 127.0.0.1:${certificatePort}`)
    .replaceAll(/127\.0\.0\.1:808\d check .*/g, new URL(seen.url).host)
    .replaceAll("/etc/varde", folder);
  writeFileSync(join(folder, "haproxy"), configuration);
  const haproxy = spawn("haproxy", proxies.haproxy.words(folder), { stdio: "inherit" });
  try {
    await listening(haproxy, port);
    const tpp = issue("tpp");
    const read = async (at: number, identity: object = {}) => {
      const headers = { host: hostOf("fjordvik"), "client-cert": ":Zm9yZ2Vk:" };
      const { text } = await sendTo(at, "fjordvik", "/v1/accounts", { headers, ...identity });
      return JSON.parse(text);
    };
    assert.equal(await read(port), "none");
    assert.equal(await read(certificatePort), "none");
    const base64 = tpp.certificatePem.replaceAll(/-----[A-Z ]+-----|\s/g, "");
    const identity = { key: tpp.privateKeyPem, cert: tpp.certificatePem };
    assert.equal(await read(certificatePort, identity), `:${base64}:`);
    assert.equal(await read(port, identity), "none");
  } finally {
    await stop(haproxy);
    rmSync(folder, { recursive: true, force: true });
  }
});
