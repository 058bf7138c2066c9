import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { openControl } from "@varde/protocol/control-client";
import { aBank, onlyWorld } from "@varde/testkit/bank";
import { aSession } from "@varde/testkit/psu";
import { aTpp } from "@varde/testkit/tpp";
import { dateMistakes } from "./mistakes/date-mistakes.ts";
import { digestMistakes } from "./mistakes/digest-mistakes.ts";
import { sendMistaken } from "./mistakes/send-mistaken.ts";
import { stringMistakes } from "./mistakes/string-mistakes.ts";
import { valueMistakes } from "./mistakes/value-mistakes.ts";

/** A PSU whom the bank does not know: ids of its own differ in a replay, also inside of a hash. */
const stranger = { psuId: randomUUID(), sessionId: randomUUID() };

/** Reasons why a replay cannot repeat a mistake: it needs the original signature or address. */
const expectedReasons = [
  "its body is not UTF-8",
  "its signature is wrong in a way that is not known",
  "its signature covers host, which is not recorded",
];

test("a replay signs wrongly in the way that was recorded", async () => {
  await using bank = await aBank();
  const tpp = aTpp(bank);
  await tpp.send({ path: "/v1/accounts" });
  const tables = [dateMistakes, digestMistakes, stringMistakes, valueMistakes];
  const mistakes = tables.flatMap((table) => Object.values(table).map(([change]) => change));
  for (const change of mistakes) await sendMistaken(change, tpp, stranger);
  const control = openControl(bank.addresses.http, undefined);
  const recording = await control.get("/recording", { world: await onlyWorld(bank) });
  await using fresh = await aBank({ replay: JSON.stringify(recording) });
  assert.equal(fresh.replay?.entries, mistakes.length + 1);
  assert.deepEqual(fresh.replay?.differences, []);
  const reasons = fresh.replay?.skipped.map(({ reason }) => reason) ?? [];
  assert.deepEqual(new Set(reasons), new Set(expectedReasons));
  assert(reasons.length * 10 < mistakes.length, `${reasons.length} of ${mistakes.length}`);
});

test("a replay sends an id in the letter case that was recorded", async () => {
  await using bank = await aBank();
  const tpp = aTpp(bank);
  const { psuId, headers } = await aSession(bank, tpp);
  const upper = psuId.toUpperCase();
  const read = await tpp.send({ path: "/v1/accounts", headers: { ...headers, "PSU-ID": upper } });
  assert.equal(read.status, 401, read.text);
  assert.match(read.text, /CONSENT_INVALID/);
  const control = openControl(bank.addresses.http, undefined);
  const recording = JSON.stringify(
    await control.get("/recording", { world: await onlyWorld(bank) }),
  );
  assert(!recording.toLowerCase().includes(psuId));
  await using fresh = await aBank({ replay: recording });
  assert.deepEqual(fresh.replay?.differences, []);
  assert.deepEqual(fresh.replay?.skipped, []);
});
