import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { aPayment, ndct } from "@varde/testkit/payments";
import { freshDatabase } from "@varde/testkit/postgres";
import { type SandboxProcess, spawnSandbox } from "@varde/testkit/processes";
import { aSession } from "@varde/testkit/psu";
import { RawTpp, selfSigned } from "@varde/testkit/tpp";

const folder = mkdtempSync(join(tmpdir(), "varde-stop-"));
after(() => rmSync(folder, { recursive: true, force: true }));

describe("stopping under load", () => {
  test("F08: SIGTERM under load completes requests in progress and exits with 0", async () => {
    const VARDE_DATA = join(folder, "load");
    await using first = spawnSandbox({ VARDE_DATA });
    const identity = selfSigned();
    const created = await createUntilItStops(first, identity);
    const { code, errors } = await first.ended;
    assert.equal(code, 0, errors);
    assert.equal(errors, "");
    assert.ok(created.length > 20);

    await using second = spawnSandbox({ VARDE_DATA });
    const tpp = new RawTpp(await second.ready, identity);
    for (const paymentId of created) {
      const response = await tpp.send({ path: `${ndct}/${paymentId}/status` });
      assert.equal(response.status, 200, "an acknowledged payment exists after the stop");
    }
    assert.equal(await second.stop(), 0);
    const log = await readFile(join(VARDE_DATA, "varde.log"), "utf8");
    const logged = log
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
      .filter(({ operation, status }) => operation === "createPayment" && status === 201);
    assert.equal(logged.length, created.length);
  });

  test("F08: SIGTERM under load exits with 0 on PostgreSQL too", async () => {
    const database = await freshDatabase();
    const settings = { DATABASE_URL: database.url, VARDE_DATA: join(folder, "elsewhere") };
    await using process = spawnSandbox(settings);
    const created = await createUntilItStops(process, selfSigned());
    const { code, errors } = await process.ended;
    await database.drop();
    assert.deepEqual([code, errors], [0, ""]);
    assert.ok(created.length > 20);
  });

  /**
   * Creates payments on eight connections, stops the bank in the middle, and continues until
   * refused.
   */
  const createUntilItStops = async (
    bank: SandboxProcess,
    identity: ConstructorParameters<typeof RawTpp>[1],
  ): Promise<readonly string[]> => {
    const http = await bank.ready;
    const tpp = new RawTpp(http, identity);
    const { headers } = await aSession({ addresses: { http, https: undefined } }, tpp);
    const created: string[] = [];
    let isStopping = false;
    const createMore = async () => {
      for (;;) {
        const response = await tpp
          .send({ path: ndct, body: aPayment(), headers })
          .catch(() => undefined);
        if (response?.status !== 201) return;
        created.push(response.json.paymentId);
        if (created.length > 20 && !isStopping) {
          isStopping = true;
          void bank.stop();
        }
      }
    };
    await Promise.all(Array.from({ length: 8 }, createMore));
    return created;
  };
});
