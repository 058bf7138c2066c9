import { erasePerson, exportPerson, findPersonWorld, type PersonalData } from "@varde/bank";
import { countOf } from "@varde/protocol";
import { ConfigurationRefused, StorageUnavailable } from "@varde/sandbox";
import {
  type Command,
  CommandFailed,
  chooseAct,
  refuseExtraArguments,
  UsageError,
} from "../../command.ts";
import { type BankInvocation, runForBanks } from "../../configuration/choose-banks.ts";
import {
  databaseEnvironment,
  databaseOptions,
  openDatabase,
} from "../../configuration/open-database.ts";
import { openSigner } from "../../configuration/open-signer.ts";
import { presentAccess } from "../../output/present-access.ts";

export const person: Command = {
  usage: ["person export ID", "person erase ID --yes"],
  about: [
    "Exports or erases what a bank stores about a person. ID is the id of the bank's directory.",
    "export prints lines of JSON: ids at TPPs, sessions, consents, authorisations, baskets, " +
      "payments, and the accesses of TPPs. The bank may be running.",
    "erase deletes ids, sessions, consents with their history, authorisations without a payment, " +
      "the devices that payments were made from, and the person's part of the audit. Payments " +
      "stay, because the law requires them. The audit records that a person was erased, without " +
      "saying who; it can still be verified. On SQLite, stop the bank first: the database is " +
      "rewritten, so that nothing of the person stays in its files.",
  ],
  options: {
    world: { value: "ID", about: "The world of a sandbox. A bank in production has only one." },
    yes: { about: "With erase: this cannot be undone." },
    ...databaseOptions,
  },
  environment: databaseEnvironment,
  examples: [
    { line: "varde person export 7d1e… > person.ndjson" },
    { line: "varde person erase 7d1e… --yes" },
  ],
  run: async (invocation) => {
    const [act, id, ...more] = invocation.words;
    refuseExtraArguments(more);
    const run = chooseAct(acts, act);
    if (id === undefined) throw new UsageError(`person ${act} needs the id of a person`);
    try {
      await runForBanks(invocation, "one", (chosen) => run(id, chosen));
    } catch (error) {
      if (error instanceof ConfigurationRefused) throw CommandFailed.because(error);
      if (error instanceof StorageUnavailable) {
        throw new CommandFailed([error.message, "Run the command again once this is fixed."]);
      }
      throw error;
    }
  },
};

const exportOne = async (id: string, invocation: BankInvocation): Promise<void> => {
  const { terminal, text } = invocation;
  await using database = await openDatabase(invocation, { isReader: true });
  const world = await findPersonWorld(database.storage, text("world"));
  let count = 0;
  for await (const data of exportPerson(database.storage, world, id)) {
    count += 1;
    const value = presentData(data);
    if (terminal.isJson) terminal.jsonLine(value);
    else terminal.line(JSON.stringify(value));
  }
  if (count === 0) throw new CommandFailed(`The bank stores nothing about the person ${id}.`);
};

const presentData = (data: PersonalData): object =>
  data.kind === "access"
    ? { type: data.kind, ...presentAccess(data.access) }
    : { type: data.kind, ...data.fields };

const erase = async (id: string, invocation: BankInvocation): Promise<void> => {
  const { terminal, text, has } = invocation;
  if (!has("yes")) throw new UsageError("person erase cannot be undone; add --yes to do it");
  await using database = await openDatabase(invocation, { isReader: false });
  const world = await findPersonWorld(database.storage, text("world"));
  await using opened = await openSigner(invocation);
  const parts = { storage: database.storage, signer: opened.signer, now: Date.now() };
  const subjects = await erasePerson(parts, world, id);
  const combinations = countOf(subjects, "combination");
  terminal.line(`Erased. The audit had ${combinations} of this person and accounts.`);
  terminal.json({ erased: id, world, auditSubjects: subjects });
};

const acts = { export: exportOne, erase };
