import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type ScaStatus, scaStatuses } from "@varde/protocol";
import type { Sca } from "../../src/request/sca.ts";
import type { AuthenticatedSca } from "../../src/sca/authenticated-sca.ts";
import { canMoveSca, moveSca } from "../../src/sca/move-sca.ts";
import type { Approvable, ScaSubject } from "../../src/sca/sca-subject.ts";
import { nextScaStatus, type ScaEvent } from "../../src/sca/sca-transitions.ts";

const events: Readonly<Record<ScaEvent, true>> = {
  opened: true,
  begun: true,
  returned: true,
  misidentified: true,
  identified: true,
  contextChosen: true,
  approved: true,
  approvedInApp: true,
  failed: true,
};

/** A second copy of the table, so that adding or removing a transition fails this test. */
const expected = [
  "received opened started",
  "received approvedInApp finalised",
  "received failed failed",
  "started begun started",
  "started returned started",
  "started misidentified started",
  "started identified psuAuthenticated",
  "started failed failed",
  "psuAuthenticated begun psuAuthenticated",
  "psuAuthenticated returned psuAuthenticated",
  "psuAuthenticated contextChosen psuAuthenticated",
  "psuAuthenticated approved finalised",
  "psuAuthenticated failed failed",
];

const allowed = scaStatuses.flatMap((from) =>
  (Object.keys(events) as ScaEvent[]).flatMap((event) => {
    const to = nextScaStatus(from, event);
    return to === undefined ? [] : [`${from} ${event} ${to}`];
  }),
);

const anSca = (status: ScaStatus): Sca => ({ scaId: "s", status, version: 1n }) as Sca;

test("an SCA moves by the transitions of the table and no others", () => {
  assert.deepEqual(allowed.toSorted(), expected.toSorted());
});

test("an event that the table does not contain is refused before anything is written", () => {
  for (const from of scaStatuses) {
    for (const event of Object.keys(events) as ScaEvent[]) {
      const sca = anSca(from);
      const isAllowed = expected.some((row) => row.startsWith(`${from} ${event} `));
      assert.equal(canMoveSca(sca, event), isAllowed);
      if (!isAllowed) assert.throws(() => moveSca(sca, event, 0).next(), /cannot be/);
    }
  }
});

test("move-sca is the only file that updates an SCA", () => {
  const source = join(import.meta.dirname, "../../src");
  const writers = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".ts") && /update sca\b/.test(readFileSync(join(source, path), "utf8")),
  );
  assert.deepEqual(writers, [join("sca", "move-sca.ts")]);
});

test("an approval cannot be given for another SCA than the one that was checked", () => {
  const approve = (subject: ScaSubject, checked: Approvable, sca: Sca, other: AuthenticatedSca) => {
    // @ts-expect-error: nobody can approve before the PSU has authenticated
    void subject.check(sca, { accountIds: [] });
    // @ts-expect-error: the approval is bound to the SCA that was checked
    checked.approve(other);
  };
  assert.equal(typeof approve, "function");
});
