import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openBankDatabase, verifyAudit } from "@varde/bank";
import { readStoredResponseIdentity } from "@varde/sandbox";
import type { StorageLocation } from "@varde/storage";
import { spawnSandbox } from "@varde/testkit/processes";
import { atScale } from "@varde/testkit/rounds";
import { engines } from "@varde/testkit/storage";
import { findObstacle, installRelease } from "../../tools/releases/install-release.ts";
import { readReleases, readUpgradeOrigins } from "../../tools/releases/read-releases.ts";
import { aPlaceForData } from "./a-place-for-data.ts";
import { checkPromisesAt } from "./check-promises.ts";
import { PayingCrowd } from "./paying-crowd.ts";

const clientsAtOnce = 4;

/** Lets every client pay until so many payments are approved, and waits until they are booked. */
const payUntilApproved = async (crowd: PayingCrowd, count: number): Promise<void> => {
  let isEnough = false;
  const work = crowd.work(() => isEnough);
  await Promise.race([crowd.when("approved", count), work]);
  isEnough = true;
  await work;
  await crowd.untilBooked();
};

/** The status of each payment, and its id as the same creation returns it when sent again. */
const readEach = (crowd: PayingCrowd): Promise<readonly string[]> =>
  Promise.all(
    crowd.clients.flatMap((client) =>
      client.orders.map(
        async (order) => `${await client.create(order)} ${await client.readStatus(order)}`,
      ),
    ),
  );

/** Verifies the audit with the key of the sandbox. Version 0.1.0 has no audit. */
const findAuditFaults = async (location: StorageLocation, folder: string) => {
  const identity = readStoredResponseIdentity(folder);
  const keys = identity === undefined ? [] : [identity.certificate.publicKey];
  await using database = await openBankDatabase(location, { isReader: false });
  const { faults, signed } = await verifyAudit(database.storage, { keys });
  assert.ok(signed > 0, "the present version signs its seals");
  return faults;
};

/** The small part installs no second version. */
const origins = atScale({ slice: readReleases(), long: readUpgradeOrigins() });

for (const release of origins) {
  describe(`data of version ${release.version}`, { skip: findObstacle(release) ?? false }, () => {
    for (const engine of engines) {
      test(`opens with the present version on ${engine}, and the older again`, async () => {
        const checkout = await installRelease(release);
        await using place = await aPlaceForData(engine);
        const { settings, location } = place;
        await using released = spawnSandbox(settings, { checkout });
        const crowd = await PayingCrowd.gather(await released.ready, clientsAtOnce);
        await payUntilApproved(crowd, 8);
        const before = await readEach(crowd);
        assert.equal(await released.stop(), 0);

        await using present = spawnSandbox(settings);
        crowd.use(await present.ready);
        assert.deepEqual(await readEach(crowd), before);
        await payUntilApproved(crowd, 8);
        assert.equal(await present.stop(), 0);

        // Until the contract step, the older version opens the database again.
        await using returned = spawnSandbox(settings, { checkout });
        crowd.use(await returned.ready);
        await payUntilApproved(crowd, 8);
        const atReturn = await readEach(crowd);
        assert.equal(await returned.stop(), 0);

        await using last = spawnSandbox(settings);
        crowd.use(await last.ready);
        assert.deepEqual(await readEach(crowd), atReturn);
        await payUntilApproved(crowd, 8);
        assert.equal(await last.stop(), 0);
        await checkPromisesAt(location, crowd.orders);
        assert.deepEqual(await findAuditFaults(location, settings.VARDE_DATA ?? ""), []);
      });
    }
  });
}
