import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { aPayment, ndct } from "@varde/testkit/payments";
import { freshDatabase } from "@varde/testkit/postgres";
import { spawnSandbox } from "@varde/testkit/processes";
import { callHeaders } from "@varde/testkit/psu";
import { RawTpp } from "@varde/testkit/tpp";

const control = async (base: string, method: string, path: string, body?: object) => {
  const response = await fetch(`${base}/control/v1${path}`, {
    method,
    headers: { "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  assert.ok(response.ok, await response.clone().text());
  const text = await response.text();
  return text === "" ? undefined : JSON.parse(text);
};

const createPayment = (tpp: RawTpp) =>
  tpp.send({
    path: ndct,
    headers: {
      ...callHeaders(),
      "PSU-Context": "PRIVATE",
      "TPP-Redirect-URI": "https://tpp.example/back",
    },
    body: aPayment(),
  });

const survive = async (place: { readonly VARDE_DATA: string; readonly DATABASE_URL: string }) => {
  const first = spawnSandbox(place);
  const base = await first.ready;
  const identity = await control(base, "POST", "/tpp-certificates", {});
  const tpp = new RawTpp(base, identity);
  const created = await createPayment(tpp);
  assert.equal(created.status, 201, created.text);
  const reads = ["/v1/sandbox/accounts", "/v1/sandbox/customers", created.json._links.status.href];
  const readAll = (from: RawTpp) =>
    Promise.all(reads.map(async (path) => (await from.send({ path })).text));
  await control(base, "PUT", "/clock", { now: "2026-11-16T12:00:00Z" });
  const before = await readAll(tpp);
  await control(base, "POST", "/snapshots", { name: "before" });
  await tpp.send({ method: "DELETE", path: "/v1/sandbox/customers/customer-ola" });
  await tpp.send({ method: "POST", path: "/v1/sandbox/initialize" });
  assert.notDeepEqual(await readAll(tpp), before);
  await first.kill();
  const second = spawnSandbox(place);
  try {
    const again = await second.ready;
    await control(again, "POST", "/snapshots/before/restore");
    assert.deepEqual(await readAll(new RawTpp(again, identity)), before);
    assert.equal(await second.stop(), 0);
  } finally {
    await second.kill();
  }
};

for (const engine of ["SQLite", "PostgreSQL"]) {
  test(`F11: on ${engine} a snapshot survives kill -9 with the same responses`, async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), "varde-snapshot-"));
    const database = engine === "SQLite" ? undefined : await freshDatabase();
    try {
      await survive({ VARDE_DATA: dataFolder, DATABASE_URL: database?.url ?? "" });
    } finally {
      await database?.drop();
      rmSync(dataFolder, { recursive: true, force: true });
    }
  });
}
