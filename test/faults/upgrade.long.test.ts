import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { freshDatabase } from "@varde/testkit/postgres";
import { spawnSandbox } from "@varde/testkit/processes";
import { atScale } from "@varde/testkit/rounds";
import { findObstacle, installRelease } from "../../tools/releases/install-release.ts";
import {
  type Release,
  readReleases,
  readUpgradeOrigins,
} from "../../tools/releases/read-releases.ts";
import { aPlaceForData } from "./a-place-for-data.ts";
import { checkPromisesAt } from "./check-promises.ts";
import { PayingCrowd } from "./paying-crowd.ts";

const clientsAtOnce = 8;
const approvals = 60;
/** It starts four sandboxes, which is too long for the small part. */
const isTooLong = atScale({ slice: "only part of npm run test:long", long: undefined });

/** Lets every client pay until enough payments are approved. */
const pay = async (crowd: PayingCrowd): Promise<void> => {
  let isEnough = false;
  const work = crowd.work(() => isEnough);
  await Promise.race([crowd.when("approved", approvals), work]);
  isEnough = true;
  await work;
};

/** Describes what the clients sent. The books show that nothing is lost, and nothing done twice. */
const describeLoad = ({ clients, orders }: PayingCrowd): string => {
  const requests = clients.reduce((sum, client) => sum + client.requests, 0);
  const unavailable = clients.reduce((sum, client) => sum + client.unavailable, 0);
  return `${requests} requests for ${orders.length} payments, ${unavailable} of them got 503`;
};

/** No client got a 5xx. */
const assertNoDoubt = (crowd: PayingCrowd): void => assert.deepEqual(crowd.ordersInDoubt, []);

/** Runs `varde migrate` of the present version. */
const migrate = async (settings: Readonly<Record<string, string>>, ...options: string[]) => {
  const { code, errors } = await spawnSandbox(settings, { words: ["migrate", ...options] }).ended;
  assert.equal(code, 0, errors);
};

/** A release names the versions that can open its data; a commit between two has no version. */
const isReleased = ({ commit }: Release): boolean =>
  readReleases().some((release) => release.commit === commit);

for (const release of readUpgradeOrigins()) {
  const { version } = release;
  describe(`version ${version}`, { skip: findObstacle(release) ?? isTooLong ?? false }, () => {
    test(`F15: ${version} serves beside the present version and can come back`, async (t) => {
      const checkout = await installRelease(release);
      const folder = await mkdtemp(join(tmpdir(), "varde-upgrade-"));
      t.after(() => rm(folder, { recursive: true, force: true }));
      await using database = await freshDatabase();
      const settings = { VARDE_DATA: folder, DATABASE_URL: database.url };

      await using previous = spawnSandbox(settings, { checkout });
      const previousUrl = await previous.ready;
      const crowd = await PayingCrowd.gather(previousUrl, clientsAtOnce);
      await pay(crowd);
      assertNoDoubt(crowd);
      // Version 0.1.0 retries too few times when columns are added to tables that it reads with *,
      // so the migration may cost a 503 with Retry-After; the clients repeat the request.
      await Promise.all([pay(crowd), migrate(settings)]);
      await crowd.work(() => true);

      await using present = spawnSandbox(settings);
      const presentUrl = await present.ready;
      // Every client changes sides, so that each version continues what the other has begun.
      crowd.use(previousUrl, presentUrl);
      await pay(crowd);
      assertNoDoubt(crowd);
      crowd.use(presentUrl, previousUrl);
      await pay(crowd);
      assertNoDoubt(crowd);
      await crowd.untilBooked();
      assert.equal(await previous.stop(), 0);

      // The previous version also starts on the database of the present one.
      await using returned = spawnSandbox(settings, { checkout });
      crowd.use(await returned.ready);
      assert.equal(await present.stop(), 0);
      await pay(crowd);
      assertNoDoubt(crowd);
      await crowd.untilBooked();
      await checkPromisesAt({ engine: "postgres", url: database.url }, crowd.orders);
      assert.equal(await returned.stop(), 0);
      t.diagnostic(describeLoad(crowd));

      await migrate(settings, "--contract");
      if (!isReleased(release)) return;
      const { errors } = await spawnSandbox(settings, { checkout }).ended;
      assert.match(errors, /newer version/);
    });

    test(`F15: ${version} and the present version replace each other on SQLite`, async (t) => {
      const checkout = await installRelease(release);
      await using place = await aPlaceForData("sqlite");
      const { settings, location } = place;
      await using stack = new AsyncDisposableStack();
      let serving = stack.use(spawnSandbox(settings, { checkout }));
      const crowd = await PayingCrowd.gather(await serving.ready, clientsAtOnce);
      for (const client of crowd.clients) client.needsRetryAfter = false;
      for (const options of [{}, { checkout }, {}]) {
        const work = crowd.work();
        await Promise.race([crowd.when("approved", approvals), work]);
        // The clients pay until the process has ended, and continue at the next one.
        assert.equal(await serving.stop(), 0);
        await work;
        serving = stack.use(spawnSandbox(settings, options));
        crowd.use(await serving.ready);
      }
      await pay(crowd);
      assertNoDoubt(crowd);
      await crowd.untilBooked();
      assert.equal(await serving.stop(), 0);
      await checkPromisesAt(location, crowd.orders);
      t.diagnostic(describeLoad(crowd));
    });
  });
}
