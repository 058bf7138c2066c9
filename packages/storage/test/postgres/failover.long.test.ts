import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as passing } from "node:timers/promises";
import { openStorage } from "@varde/storage";
import {
  freshDatabase,
  listInstallations,
  runOnServer,
  startReplicatedPostgres,
} from "@varde/testkit/postgres";
import { atScale } from "@varde/testkit/rounds";
import { addNote, noteIds, notes } from "../notes.ts";

/** PostgreSQL as packaged for the tests and, in a long run, as installed on this machine. */
const installations = atScale({ slice: [undefined], long: [undefined, ...listInstallations()] });
const writers = 8;

for (const installation of installations) {
  const name = installation ?? "the packaged server";
  test(`F16: writes continue at the promoted standby, and none is lost: ${name}`, async () => {
    await using servers = await startReplicatedPostgres(installation);
    const { url } = await freshDatabase(servers.primary);
    const location = { engine: "postgres", url: servers.nameBoth(url) } as const;
    const storage = await openStorage({ location, migrations: notes });
    const acknowledged: string[] = [];
    let isOver = false;
    const write = async (writer: number) => {
      for (let number = 0; !isOver; number += 1) {
        const id = `${writer}-${number}`;
        const written = await storage.write(() => addNote(id)).catch(() => "refused");
        if (written !== "refused") acknowledged.push(id);
      }
    };
    const written = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
    const untilMore = async (count: number) => {
      for (const end = acknowledged.length + count; acknowledged.length < end; ) await passing(10);
    };
    await untilMore(100);
    await servers.primary.kill();
    while (!(await storage.isReady())) await passing(100);
    assert.equal(await storage.acceptsWrites(), false);
    await runOnServer(servers.standby.url, "select pg_promote()");
    await untilMore(100);
    isOver = true;
    await written;
    const stored = new Set(await noteIds(storage));
    assert.deepEqual(
      acknowledged.filter((id) => !stored.has(id)),
      [],
    );
    await storage.close();
  });
}
