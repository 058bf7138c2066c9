import { randomUUID } from "node:crypto";
import { bankMigrations } from "@varde/bank";
import { migrateStorage } from "@varde/storage";
import { type EndFault, lockTable, refuseConnections } from "@varde/testkit/postgres";
import {
  BanksFolder,
  databaseVariable,
  type RecordedCoreBank,
  startRecordedCoreBank,
} from "@varde/testkit/server";
import { paymentCreations, redirectUri } from "../load/caller.ts";
import { type LoadGenerator, startLoadGenerator } from "../load/load-generator.ts";
import type { Burst } from "../load/sign-burst.ts";
import { median } from "../median.ts";
import { atMost, type Goal } from "../report.ts";
import type { ServerProcess } from "../servers/server-process.ts";
import { startBanks } from "../servers/start-banks.ts";
import type { BenchRun, Open } from "./bench-run.ts";

const faulty = "fjordvik";
const neighbours = ["heiane", "lyngen"] as const;
/** Its file has a fault, so it is never open. */
const broken = "broken";
/** Served by a process of its own. */
const apart = "apart";

const seconds = 5;
/** Payments per second to each neighbour, and to the bank with the fault. */
const perSecond = 20;
/** More than can wait for a bank that hangs. */
const waitingMax = 400;
const floodConnections = 64;
/** More than a process can create while the neighbours are measured. */
const floodCount = 3_000;
const ratioMax = 1.5;
const warmUpRounds = 6;
const warmUpCount = 50;
const warmUpConnections = 4;

interface Banks {
  readonly folder: BanksFolder;
  readonly process: ServerProcess;
  readonly processApart: ServerProcess;
  readonly coreBank: RecordedCoreBank;
  readonly databaseUrl: string;
}

interface Round {
  readonly p95Ms: number;
  readonly failed: number;
}

/** Sends something else while the neighbours are measured. */
interface Disturbance {
  readonly label: string;
  readonly goal?: Goal;
  readonly begin?: (banks: Banks) => Promise<EndFault>;
  readonly burst: (banks: Banks) => Burst;
  readonly send: (other: LoadGenerator, banks: Banks) => Promise<unknown>;
}

/** As many payments as without a fault, whether or not they get a response soon. */
const steadily: Disturbance["send"] = (other, { process }) =>
  other.offer({ ports: [process.port], perSecond, connectionsMax: waitingMax });

const none: Disturbance = {
  label: "",
  burst: (banks) => payments(banks, faulty, perSecond * seconds),
  send: steadily,
};

const disturbances: readonly Disturbance[] = [
  {
    ...none,
    label: "its core bank hangs",
    goal: atMost(ratioMax),
    begin: async ({ coreBank }) => {
      coreBank.hangs = true;
      return async () => {
        coreBank.hangs = false;
      };
    },
  },
  {
    ...none,
    label: "its database is away",
    goal: atMost(ratioMax),
    begin: ({ databaseUrl }) => refuseConnections(databaseUrl),
  },
  {
    ...none,
    label: "its database hangs",
    goal: atMost(ratioMax),
    begin: ({ databaseUrl }) => lockTable(databaseUrl, "payment"),
  },
  {
    ...none,
    label: "its file is broken",
    goal: atMost(ratioMax),
    burst: (banks) => payments(banks, broken, perSecond * seconds),
  },
  {
    label: "it is flooded, same process",
    burst: (banks) => payments(banks, faulty, floodCount),
    send: (other, { process }) => other.send([process.port], floodConnections),
  },
  {
    label: "it is flooded, another process",
    burst: (banks) => payments(banks, apart, floodCount),
    send: (other, { processApart }) => other.send([processApart.port], floodConnections),
  },
];

/**
 * F23: measures payments at the neighbours of a bank that has a fault or is flooded, each beside
 * the figure of the same round without it.
 */
export const benchNeighbours = async (run: BenchRun, open: Open): Promise<void> => {
  await using stack = new AsyncDisposableStack();
  const other = startLoadGenerator();
  stack.defer(() => other.stop());
  const banks = await startAll(stack, open);
  const measure = async ({ begin, burst, send }: Disturbance): Promise<Round> => {
    const end = await begin?.(banks);
    await other.sign(burst(banks));
    await run.load.sign(neighbours.map((name) => payments(banks, name, perSecond * seconds)));
    const sending = send(other, banks);
    const { port } = banks.process;
    const rate = perSecond * neighbours.length;
    const probes = { ports: [port], perSecond: rate, connectionsMax: floodConnections };
    const { goodP95Ms, statuses } = await run.load.offer(probes);
    await end?.();
    await sending;
    if (end !== undefined) await untilServed(other, banks);
    const failed = Object.entries(statuses).filter(([status]) => status.startsWith("5"));
    return { p95Ms: goodP95Ms, failed: failed.reduce((sum, [, count]) => sum + count, 0) };
  };
  for (const name of [faulty, ...neighbours, apart]) {
    const { port } = name === apart ? banks.processApart : banks.process;
    for (let round = 0; round < warmUpRounds; round += 1) {
      await other.sign(payments(banks, name, warmUpCount));
      await other.send([port], warmUpConnections);
    }
  }
  const rounds = disturbances.map((): { without: Round; with: Round }[] => []);
  for (let round = 0; round < run.sizes.overloads; round += 1) {
    for (const [at, disturbance] of disturbances.entries()) {
      rounds[at]?.push({ without: await measure(none), with: await measure(disturbance) });
    }
  }
  run.report.section("NEIGHBOURS", "p95 of payments at the neighbours of a bank, ms", [
    ...["5xx", "without", "with", "ratio"],
  ]);
  for (const [at, { label, goal }] of disturbances.entries()) {
    const measured = rounds[at] ?? [];
    const figures = [
      measured.reduce((sum, each) => sum + each.with.failed, 0),
      median(measured.map((each) => each.without.p95Ms)),
      median(measured.map((each) => each.with.p95Ms)),
      median(measured.map((each) => each.with.p95Ms / each.without.p95Ms)),
    ];
    run.report.line(label, figures, goal);
  }
};

/** Starts the process with the neighbours, and another one. */
const startAll = async (stack: AsyncDisposableStack, open: Open): Promise<Banks> => {
  const folder = stack.use(new BanksFolder([]));
  const folderApart = stack.use(new BanksFolder([]));
  const environment: Record<string, string> = {};
  const add = async (to: BanksFolder, name: string): Promise<RecordedCoreBank> => {
    const { databaseUrl: url = "" } = (await open(name)).bank;
    const location = { engine: "postgres", url } as const;
    await migrateStorage({ location, migrations: bankMigrations });
    environment[databaseVariable(name)] = url;
    const coreBank = stack.use(await startRecordedCoreBank());
    to.configureHttpBank(name, { url: coreBank.url });
    return coreBank;
  };
  folder.configureHttpDefaults();
  const coreBank = await add(folder, faulty);
  for (const name of neighbours) await add(folder, name);
  folder.configureBank(broken, { country: "Norway" });
  // Both processes know the same TPP.
  for (const name of ["register.json", "trust/authority.pem"]) {
    folderApart.write(name, folder.read(name));
  }
  folderApart.configureHttpDefaults();
  await add(folderApart, apart);
  const process = await startBanks(folder, environment);
  stack.defer(() => process.stop());
  const processApart = await startBanks(folderApart, environment);
  stack.defer(() => processApart.stop());
  const databaseUrl = environment[databaseVariable(faulty)] ?? "";
  return { folder, process, processApart, coreBank, databaseUrl };
};

/** Payments to a bank by its host, each of which a PSU would have to approve. */
const payments = ({ folder: { tpp } }: Banks, bank: string, count: number): Burst => ({
  ...paymentCreations({ ...tpp, psuId: "", sessionId: "" }, count),
  headers: {
    Host: `${bank}.example`,
    Accept: "application/json",
    "x-accept-fix": "amount-as-string",
    "TPP-Session-ID": randomUUID(),
    "TPP-Redirect-URI": redirectUri,
    "PSU-Context": "PRIVATE",
    "PSU-IP-Address": "192.0.2.10",
  },
});

/** Waits until the bank that had a fault creates payments again. */
const untilServed = async (other: LoadGenerator, banks: Banks): Promise<void> => {
  for (;;) {
    await other.sign(payments(banks, faulty, 1));
    const { statuses } = await other.send([banks.process.port], 1);
    if (statuses[201] === 1) return;
  }
};
