import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import type { CoreBank, PsuDirectory } from "@varde/bank";
import { contractListener } from "@varde/core-bank-http";
import { checkCoreBank } from "@varde/core-bank-http/check";
import { formatCertificatePem, subjectAltNameExtension } from "@varde/protocol";
import { startCoreBank } from "@varde/sandbox/core-bank";
import { TestAuthority } from "@varde/testkit/tpp";
import { checkedAccounts } from "./checked-accounts.ts";

const authority = new TestAuthority();
const authorities = formatCertificatePem(authority.certificate.der);
const issue = () => authority.issue({ moreExtensions: [subjectAltNameExtension(["127.0.0.1"])] });

const check = async (url: string, only: readonly string[]) => {
  const { certificatePem: certificate, privateKeyPem: key } = issue();
  const reports = await checkCoreBank(
    { url, tls: { certificate, key, authorities } },
    checkedAccounts,
    { only },
  );
  return reports.map(({ id, result }) => `${id} ${result}`);
};

test("a core bank with TLS serves only callers with a certificate", async () => {
  const own = issue();
  const tls = {
    certificate: own.certificatePem,
    key: own.privateKeyPem,
    clientAuthorities: authorities,
  };
  const core = await startCoreBank({
    location: { engine: "sqlite", memory: true },
    host: "127.0.0.1",
    port: 0,
    tls,
    onFailure: () => {},
  });
  assert(core.url.startsWith("https://"));
  assert.deepEqual(await check(core.url, ["HTTP-7", "HTTP-12"]).finally(core.close), [
    "HTTP-7 passed",
    "HTTP-12 passed",
  ]);
});

test("HTTP-12 fails on a core bank that serves callers without a certificate", async () => {
  const { certificatePem: cert, privateKeyPem: key } = issue();
  const listener = contractListener({
    coreBank: {} as CoreBank,
    psuDirectory: {} as PsuDirectory,
    priceList: { feeCurrency: "NOK", fees: [], conversionPpm: 0n, rates: [] },
    onFailure: () => {},
  });
  const server = createServer({ cert, key }, listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    assert.deepEqual(await check(url, ["HTTP-12"]), ["HTTP-12 failed"]);
  } finally {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  }
});
