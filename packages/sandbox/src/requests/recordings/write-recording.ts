import { type BankConfiguration, sandboxConfiguration, type WorldId } from "@varde/bank";
import type { TppCertificateKind } from "@varde/protocol";
import { all, sql } from "@varde/storage";
import type { ControlledSandbox } from "../../control/world/controlled-sandbox.ts";
import { ControlRefused } from "../../control-refused.ts";
import { dataSet } from "../../data-set/index.ts";
import { sharedWorldId } from "../../worlds/sandbox-worlds.ts";
import type { JournalStep } from "../journal-steps.ts";
import { listCertificates } from "./describe-signing.ts";
import { Labeller } from "./labels.ts";
import { type RecordedWorld, recordedSettings, recordingVersion } from "./recording.ts";
import { formatTime, type Scene, writeStep } from "./write-step.ts";

/**
 * Writes what happened in a world since it was opened as one file: an HTTP archive of its requests,
 * with the ends of SCAs and the calls of the control API between them, in their order. Keys,
 * signatures, secrets of links and numbers of people are not in it.
 */
export const writeRecording = async (
  sandbox: ControlledSandbox,
  worldId: WorldId,
): Promise<string> => {
  const steps = await readSteps(sandbox, worldId);
  const world = (await sandbox.listWorlds()).find((one) => one.worldId === worldId);
  const first = steps.find(({ at }) => at !== undefined);
  const scene = await readScene(sandbox, worldId);
  const kinds = new Map(
    sandbox.storedTpps.list().map(({ tppId, kind }) => [tppId, kind as TppCertificateKind]),
  );
  const certificates = listCertificates(
    steps.filter((step) => step.kind === "request"),
    kinds,
  );
  const entries = steps.map((step) => writeStep(step, { ...scene, certificates }));
  const { configuration } = sandbox.bank;
  const recorded: RecordedWorld = {
    recording: recordingVersion,
    dataSet: dataSet.version,
    seed: world?.seed ?? dataSet.seed,
    startAt: formatTime(first?.at ?? sandbox.clock.machineNow()),
    isolation: worldId === sharedWorldId ? "shared" : "tpp",
    ...sandbox.journal.startOptions,
    settings: changedSettings(configuration),
    certificates: certificates.recorded,
  };
  const creator = { name: "varde record", version: String(recordingVersion) };
  const log = { version: "1.2", creator, entries, _varde: recorded };
  return `${JSON.stringify({ log }, undefined, 1)}\n`;
};

const freshWorld =
  "A recording starts with the world: delete it with npx varde worlds delete ID, and repeat the " +
  "steps";

/** Returns the steps of a world, or refuses if some of them are not known. */
const readSteps = async (
  sandbox: ControlledSandbox,
  worldId: WorldId,
): Promise<readonly JournalStep[]> => {
  const { journal, requestFacts } = sandbox;
  const read = journal.read(worldId);
  if ("incomplete" in read) {
    throw new ControlRefused(
      `the world cannot be recorded, because it has had ${read.incomplete}. ${freshWorld}`,
    );
  }
  const { steps } = read;
  const opened = (await sandbox.listWorlds()).find((one) => one.worldId === worldId)?.openedAt;
  if (opened !== undefined && opened < journal.since) {
    throw new ControlRefused(
      `the world cannot be recorded, because it is older than this process. ${freshWorld}`,
    );
  }
  if (steps.length === 0) throw new ControlRefused("nothing has happened in this world yet");
  // Other processes of the sandbox store facts about their requests too.
  const known = new Set(steps.map(({ number }) => number));
  const facts = await requestFacts.list(worldId);
  const missed = facts.filter(
    (fact) => fact.kind === "request" && fact.isVerified && !known.has(fact.number),
  );
  if (missed.some(({ at }) => at >= (opened ?? 0))) {
    throw new ControlRefused(
      "the world cannot be recorded, because another process of the sandbox served requests of it",
    );
  }
  return steps;
};

const readScene = async (
  sandbox: ControlledSandbox,
  worldId: WorldId,
): Promise<Omit<Scene, "certificates">> => {
  const from = await sandbox.dataWorld(worldId);
  return sandbox.storage.read(function* () {
    const people = yield* all<{ person_id: string; customer_number: string }>(
      sql`select person_id, customer_number from sandbox_person where world_id = ${from}`,
    );
    const psus = yield* all<{ psu_id: string; person_id: string }>(
      sql`select psu_id, person_id from psu_identifier where world_id = ${worldId}`,
    );
    const companies = yield* all<{ psu_corporate_id: string; agreement_id: string }>(
      sql`select psu_corporate_id, agreement_id from corporate_identifier
        where world_id = ${worldId}`,
    );
    const accounts = yield* all<{ bban: string }>(
      sql`select bban from ledger_account where world_id = ${from}`,
    );
    const labeller = new Labeller({
      publicUrl: sandbox.bank.configuration.publicUrl,
      customerNumbers: new Set(people.map((one) => one.customer_number)),
      accountNumbers: new Set(accounts.map(({ bban }) => bban)),
    });
    return {
      labeller,
      numbers: new Map(people.map((one) => [one.person_id, one.customer_number])),
      names: new Map([
        ...psus.map((one) => [one.person_id, one.psu_id] as const),
        ...companies.map((one) => [one.agreement_id, one.psu_corporate_id] as const),
      ]),
    };
  });
};

const changedSettings = (configuration: BankConfiguration): RecordedWorld["settings"] =>
  Object.fromEntries(
    recordedSettings.flatMap((name) => {
      const value = configuration[name];
      const isUsual = JSON.stringify(value) === JSON.stringify(sandboxConfiguration[name]);
      return isUsual ? [] : [[name, value]];
    }),
  );
