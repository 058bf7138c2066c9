import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { BankConfiguration } from "@varde/bank";
import type { TestBank } from "@varde/sandbox";
import { aBank, aProductionBank, type ProductionBank } from "@varde/testkit/bank";
import { pooledRsaKeys } from "@varde/testkit/keys";
import { freePort, missingPrograms } from "@varde/testkit/processes";
import { callHeaders } from "@varde/testkit/psu";
import { assertRefused } from "@varde/testkit/responses";
import { aTpp, type PemIdentity, pemBody, TestAuthority, tppName } from "@varde/testkit/tpp";
import { readBlocks } from "../guide.ts";

const anchor = new TestAuthority("Trusted CA");
const seal = anchor.issue({ subject: tppName("TPP", "310000000"), keys: pooledRsaKeys() });
const issueQwac = (number = "310000000", change: Parameters<TestAuthority["issue"]>[0] = {}) =>
  anchor.issue({ subject: tppName("TPP", number), qcType: "web", ...change });
const qwac = issueQwac();
const byteSequence = ({ certificatePem }: PemIdentity) => `:${pemBody(certificatePem)}:`;

let sandbox: TestBank;
const banks: ProductionBank[] = [];
const start = async (
  clientCertificate: BankConfiguration["clientCertificate"],
  trustedProxies: readonly string[],
): Promise<ProductionBank> => {
  const anchors = [anchor.certificate];
  const bank = await aProductionBank(sandbox, { anchors, clientCertificate, trustedProxies });
  banks.push(bank);
  return bank;
};
let required: ProductionBank;
let withoutProxy: ProductionBank;
before(async () => {
  sandbox = await aBank();
  required = await start("required", ["127.0.0.0/8"]);
  withoutProxy = await start("required", ["10.0.0.0/8"]);
});
after(async () => {
  for (const bank of banks) await bank.close();
  await sandbox.close();
});

const path = "/v1/user";
const send = (bank: ProductionBank, clientCert?: string | string[]) =>
  aTpp(bank, seal).send({
    path,
    headers: callHeaders("s1"),
    tamper: (sent) => {
      if (clientCert !== undefined) sent["Client-Cert"] = clientCert;
    },
  });
const assertServed = ({ status, text }: { readonly status: number; readonly text: string }) =>
  assert.equal(status, 401, text);

const unacceptable: Readonly<Record<string, () => string | string[] | undefined>> = {
  "no certificate": () => undefined,
  "a QWAC of another TPP": () => byteSequence(issueQwac("320000000")),
  "a seal in place of a QWAC": () => byteSequence(seal),
  "an expired QWAC": () => byteSequence(issueQwac("310000000", { notAfter: Date.now() - 60_000 })),
  "a QWAC of an unknown authority": () =>
    byteSequence(new TestAuthority("Other CA").issue({ qcType: "web" })),
  "a weak key": () => byteSequence(issueQwac("310000000", { keys: pooledRsaKeys(1024) })),
  "a malformed header": () => "%zz",
  "a repeated header": () => [byteSequence(qwac), byteSequence(qwac)],
};

describe("the client certificate in the header of a trusted proxy", () => {
  test("A06: accepts the QWAC of the TPP that signed, also as nginx escapes it", async () => {
    assertServed(await send(required, byteSequence(qwac)));
    assertServed(await send(required, encodeURIComponent(qwac.certificatePem)));
    assertServed(await send(required, byteSequence(qwac)));
  });

  test("A06: refuses others with one text and logs the reason", async () => {
    const texts = new Set<string>();
    const reasons = new Set<unknown>();
    for (const make of Object.values(unacceptable)) {
      const response = await send(required, make());
      assertRefused(response, { status: 403, code: "FORBIDDEN" });
      texts.add(response.text);
      reasons.add(required.log.lines.at(-1)?.reason);
    }
    assert.equal(texts.size, 1);
    assert.equal(reasons.size, Object.keys(unacceptable).length, [...reasons].join("; "));
    assert(!reasons.has(undefined));
  });

  test("A06: ignores the header of a caller that is not a trusted proxy", async () => {
    assertRefused(await send(withoutProxy, byteSequence(qwac)), { status: 403, code: "FORBIDDEN" });
    assert.equal(withoutProxy.log.lines.at(-1)?.reason, "the connection has none");
  });

  test("A06: an optional certificate may be absent, but not another TPP's", async () => {
    const optional = await start("optional", ["127.0.0.1"]);
    assertServed(await send(optional));
    assertServed(await send(optional, byteSequence(qwac)));
    const other = await send(optional, byteSequence(issueQwac("320000000")));
    assertRefused(other, { status: 403, code: "FORBIDDEN" });
    assertServed(await send(await start("off", ["127.0.0.1"]), "%zz"));
  });
});

/** Sends a signed request over TLS with a client certificate. */
const sendOverTls = async (port: number, client: PemIdentity | undefined, headers: object = {}) => {
  const signed = await aTpp(required, seal).sign({ path, headers: callHeaders("s1") });
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request(
      {
        ...{ host: "127.0.0.1", port, path, headers: { ...signed.headers, ...headers } },
        ...(client && { cert: client.certificatePem, key: client.privateKeyPem }),
        ...{ rejectUnauthorized: false, agent: false },
      },
      async (response) => {
        const text = (await response.toArray()).join("");
        resolve({ status: response.statusCode ?? 0, text });
      },
    );
    sent.once("error", reject).end();
  });
};

describe("the client certificate of the TLS connection", () => {
  test("A06: accepts the TPP's QWAC only, and no header beside it", async () => {
    const server = withoutProxy.createTlsServer(
      await sandbox.authority.issueServerCertificate(["127.0.0.1"]),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    assertServed(await sendOverTls(port, qwac));
    const header = { "Client-Cert": byteSequence(qwac) };
    assert.equal((await sendOverTls(port, undefined, header)).status, 403);
    assert.equal((await sendOverTls(port, issueQwac("320000000"), header)).status, 403);
  });
});

describe("behind nginx, as the production guide configures it", {
  skip: missingPrograms(["nginx"]),
}, () => {
  test("A06: the QWAC reaches the bank, and a caller's own header does not", async () => {
    const folder = mkdtempSync(join(tmpdir(), "varde-nginx-"));
    const server = await sandbox.authority.issueServerCertificate(["127.0.0.1"]);
    const port = await freePort();
    writeFileSync(join(folder, "server.pem"), server.certificatePem);
    writeFileSync(join(folder, "server.key"), server.privateKeyPem);
    writeFileSync(join(folder, "nginx.conf"), configureNginx(port, required.addresses.http));
    const nginx = spawn("nginx", ["-p", folder, "-c", "nginx.conf", "-e", "error.log"]);
    try {
      await untilOpen(port);
      const stolen = { "Client-Cert": byteSequence(qwac) };
      assertServed(await sendOverTls(port, qwac));
      assert.equal((await sendOverTls(port, undefined, stolen)).status, 403);
      assert.equal((await sendOverTls(port, issueQwac("320000000"), stolen)).status, 403);
    } finally {
      const ended = new Promise((resolve) => nginx.once("exit", resolve));
      nginx.kill();
      await ended;
      rmSync(folder, { recursive: true });
    }
  });
});

const configureNginx = (port: number, bank: string) => `
daemon off;
worker_processes 1;
pid nginx.pid;
events {}
http {
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  server {
    listen 127.0.0.1:${port} ssl;
    ssl_certificate server.pem;
    ssl_certificate_key server.key;
    ${readBlocks("a-bank-in-production.md").find(({ language }) => language === "nginx")?.code}
    location / {
      proxy_pass ${bank};
    }
  }
}
`;

const untilOpen = async (port: number): Promise<void> => {
  const isOpen = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
  while (!(await isOpen())) await new Promise((resolve) => setTimeout(resolve, 50));
};
