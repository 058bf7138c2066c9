import assert from "node:assert/strict";
import { listenHttp } from "@varde/bank";
import { isInvalid, readCertificatePem, type ScaToComplete } from "@varde/protocol";
import type { StorageLocation } from "@varde/storage";
import {
  type MakeRsaKeyPair,
  processAuthority,
  type TppCertificate,
} from "../certificate-authority/index.ts";
import { parseClockTime } from "../control/world/advance-world.ts";
import { completeScaForPsu } from "../control/world/complete-sca-for-psu.ts";
import { type WorldControl, worldControl } from "../control/world/world-control.ts";
import { ControlRefused } from "../control-refused.ts";
import { dataSet } from "../data-set/index.ts";
import { openSandbox, type Sandbox, type SandboxOptions } from "../open-sandbox.ts";
import type { Replay } from "../requests/recordings/compare-response.ts";
import type { WorldClock } from "../worlds/index.ts";
import type { Addresses } from "./listen.ts";
import { seededIds } from "./seeded-ids.ts";
import { chooseBanks, describeOther } from "./several-banks.ts";

/** Choices the PSU makes on the bank's pages after identification. */
export type ScaChoices = Partial<
  Pick<ScaToComplete, "context" | "agreement" | "accounts" | "code">
>;

/** Completes an SCA without a browser; each method returns the address the PSU is redirected to. */
export interface TestSca {
  approve(scaRedirect: string, customerNumber: string, choices?: ScaChoices): Promise<URL>;
  refuse(scaRedirect: string, customerNumber: string, choices?: ScaChoices): Promise<URL>;
  timeOut(scaRedirect: string): Promise<URL>;
  fail(scaRedirect: string, code?: ScaChoices["code"]): Promise<URL>;
}

/** A bank inside a test run. The world controls act on the world of its own TPP. */
export interface TestBank extends Sandbox, Omit<WorldControl, "clock"> {
  readonly addresses: Addresses;
  /** Certificate and key of a TPP with every role. */
  readonly tpp: TppCertificate;
  readonly sca: TestSca;
  readonly clock: WorldClock & WorldControl["clock"];
  /** Controls the world of another TPP of this bank, by the world's id or name. */
  controlOf(world: string): Promise<WorldControl>;
  /** The result of the recording that the bank was started with. */
  readonly replay: Replay | undefined;
}

export interface TestBankOptions extends Partial<SandboxOptions> {
  /**
   * Makes the bank deterministic: ids come in the same order, the clock is fixed, and no background
   * job runs. Two runs of one script end in the same world, byte for byte.
   */
  readonly deterministic?: { readonly seed: number; readonly now: string };
  /**
   * Where RSA keys come from. A test run may reuse keys; by default each process makes new ones.
   */
  readonly makeRsaKeyPair?: MakeRsaKeyPair;
  /** The port to listen on; by default any free one. */
  readonly port?: number;
  /**
   * A recording to repeat at the new bank, as `varde record` has written it. The bank is started as
   * the recorded one was, and the clock of its world stays where the recording ends. The result is
   * in `bank.replay`.
   */
  readonly replay?: string;
}

/**
 * Starts a bank in this process, in memory, on a free port, with a TPP that can use it at once.
 *
 * @example
 * const bank = await startBank();
 * // … call bank.addresses.http, signed with bank.tpp …
 * await bank.sca.approve(scaRedirect, dataSet.people.kari.customerNumber);
 * await bank.clock.advance("P1D");
 * await bank.close();
 */
export const startBank = (options: TestBankOptions = {}): Promise<TestBank> =>
  startTestBank(options);

/** As many banks as were asked for, so that each can be taken out of the list by its place. */
export type TestBanks<Count extends number> = number extends Count
  ? readonly TestBank[]
  : ListOf<Count>;
type ListOf<
  Count extends number,
  List extends readonly TestBank[] = [],
> = List["length"] extends Count ? List : ListOf<Count, readonly [...List, TestBank]>;

/** Options of several banks; their data are in memory. */
export type TestBanksOptions = Omit<
  TestBankOptions,
  "location" | "dataFolder" | "dataSet" | "beside" | "replay"
>;

/**
 * Starts several banks in this process, in memory, with one certificate authority and the same TPP.
 * The same people have accounts at each, under the same number. A TPP has one clock at all of them.
 * With a port, the banks listen on this one and those that follow.
 *
 * @example
 * const [first, second, third] = await startBanks(3);
 * // … call second.addresses.http, signed with first.tpp …
 * await first.clock.advance("P1D"); // at the other banks too
 * await Promise.all([first, second, third].map((bank) => bank.close()));
 */
export const startBanks = async <const Count extends number>(
  count: Count,
  options: TestBanksOptions = {},
): Promise<TestBanks<Count>> => {
  const { deterministic, port = 0 } = options;
  const started: TestBank[] = [];
  try {
    for (const [at, bank] of chooseBanks(count).entries()) {
      const other = describeOther(bank);
      const [beside] = started;
      const own = {
        ...options,
        port: port === 0 ? 0 : port + at,
        bank: { ...options.bank, ...other?.configuration },
        ...(other && { dataSet: other.dataSet }),
        ...(beside && { beside }),
        // Equal seeds would give the banks equal ids.
        ...(deterministic && {
          deterministic: { ...deterministic, seed: deterministic.seed + at },
        }),
      };
      started.push(await startTestBank(own));
    }
  } catch (error) {
    await Promise.all(started.map((bank) => bank.close()));
    throw error;
  }
  return started as readonly TestBank[] as TestBanks<Count>;
};

const startTestBank = async (options: TestBankOptions): Promise<TestBank> => {
  const { deterministic, makeRsaKeyPair, port = 0, replay, ...other } = options;
  const replaying = replay === undefined ? undefined : await openReplay(replay, makeRsaKeyPair);
  const given = { ...replaying?.options, ...other };
  const authority = await processAuthority(makeRsaKeyPair);
  const chosen: SandboxOptions = {
    location: { engine: "sqlite", memory: true },
    logTo: { write: () => undefined },
    authority: {
      folder: authority.newFolder(),
      ...(makeRsaKeyPair === undefined ? {} : { makeRsaKeyPair }),
    },
    ...(deterministic === undefined ? {} : deterministicOptions(deterministic)),
    ...given,
  };
  const sandbox = await openFromImage(chosen);
  try {
    const http = await listenHttp(sandbox.app, "127.0.0.1", port);
    sandbox.setPublicUrl(given.bank?.publicUrl ?? http);
    const tpp = given.dataFolder === undefined ? authority.tpp : await issueTpp(sandbox);
    const control = ownWorldControl(sandbox, tpp);
    const replayed = await replaying?.run(sandbox);
    return Object.assign(sandbox, control, {
      addresses: { http, https: undefined },
      tpp,
      sca: testSca(sandbox),
      clock: { ...sandbox.clock, ...control.clock },
      controlOf: (world: string) => controlOf(sandbox, world),
      replay: replayed,
    });
  } catch (error) {
    await sandbox.close();
    throw error;
  }
};

const deterministicOptions = ({ seed, now }: { readonly seed: number; readonly now: string }) => {
  const at = parseClockTime(now, Date.now());
  if (isInvalid(at)) throw new ControlRefused(at.reason);
  return { seed, startAt: at, ids: seededIds(seed), hasBackgroundJobs: false };
};

/** Prepares a replay: a bank like the recorded one, in which nothing happens by itself. */
const openReplay = async (text: string, makeRsaKeyPair: MakeRsaKeyPair | undefined) => {
  const { parseRecording } = await import("../requests/recordings/parse-recording.ts");
  const { ReplayClock, replayRecording } = await import(
    "../requests/recordings/replay-recording.ts"
  );
  const recording = parseRecording(text);
  const { startAt, settings, ...world } = recording.log._varde;
  const { seed, history, crossBorderDays, syntheticNumbers, profiles, scenarios } = world;
  const clock = new ReplayClock(recording);
  const options: Partial<SandboxOptions> = {
    ...{ seed, history, crossBorderDays, syntheticNumbers, profiles, scenarios },
    isolation: world.isolation,
    startAt: Date.parse(startAt),
    machineNow: clock.now,
    // Its certificates are valid at the recorded time, so it does not share those of the process.
    authority: { now: clock.now, ...(makeRsaKeyPair !== undefined && { makeRsaKeyPair }) },
    hasBackgroundJobs: false,
    bank: settings,
  };
  return { options, run: (sandbox: Sandbox) => replayRecording(recording, sandbox, clock) };
};

/**
 * Databases with the data set, by bank, mode, seed and month, and by the database that it was
 * written into; writing it takes most of a start.
 */
const images = new Map<string, Uint8Array>();
const imagesUpon = new WeakMap<Uint8Array, Map<string, Uint8Array>>();

const findImages = (location: StorageLocation): Map<string, Uint8Array> => {
  if (!("image" in location) || location.image === undefined) return images;
  const upon = imagesUpon.get(location.image) ?? new Map();
  imagesUpon.set(location.image, upon);
  return upon;
};

const openFromImage = async (options: SandboxOptions): Promise<Sandbox> => {
  const isInMemory = "memory" in options.location;
  if (!isInMemory || options.ids !== undefined) return openSandbox(options);
  const month = new Date(options.startAt ?? Date.now()).toISOString().slice(0, 7);
  const { bankNumber } = (options.dataSet ?? dataSet).bank;
  const key = `${bankNumber} ${options.bank?.mode ?? ""} ${options.seed ?? ""} ${month}`;
  const images = findImages(options.location);
  const image = images.get(key);
  if (image !== undefined) {
    return openSandbox({ ...options, location: { engine: "sqlite", memory: true, image } });
  }
  const sandbox = await openSandbox(options);
  const made = sandbox.storage.image?.();
  if (made !== undefined) images.set(key, made);
  return sandbox;
};

const issueTpp = ({ authority }: Sandbox): Promise<TppCertificate> =>
  authority.issueTppCertificate({
    name: "Test TPP",
    organisationNumber: "310000000",
    roles: ["PSP_AS", "PSP_PI", "PSP_AI", "PSP_IC"],
    kind: "working",
  });

/** Controls the world of the bank's own TPP, which is opened at first use. */
const ownWorldControl = (sandbox: Sandbox, tpp: TppCertificate): WorldControl => {
  let opened: Promise<WorldControl> | undefined;
  const open = async (): Promise<WorldControl> => {
    const certificate = readCertificatePem(tpp.certificatePem);
    assert(!isInvalid(certificate), "the certificate of the bank's own TPP is malformed");
    return worldControl(sandbox, (await sandbox.identifyTpp(certificate)).worldId);
  };
  // The methods are the same for every world. Those of this one are never called.
  return deferMethods(worldControl(sandbox, "not opened"), () => {
    opened ??= open();
    return opened;
  });
};

/** Returns a control with the same methods, each of which opens the real control first. */
const deferMethods = <Control extends object>(
  control: Control,
  open: () => Promise<Control>,
): Control =>
  Object.fromEntries(
    Object.entries(control).map(([name, part]) => {
      const openPart = async () => (await open())[name as keyof Control];
      return typeof part === "function"
        ? [name, async (...given: unknown[]) => ((await openPart()) as typeof part)(...given)]
        : [name, deferMethods(part, openPart as () => Promise<typeof part>)];
    }),
  ) as Control;

const testSca = (sandbox: Sandbox): TestSca => {
  const complete = async (input: ScaToComplete): Promise<URL> => {
    const completed = await completeScaForPsu(input, sandbox);
    if (isInvalid(completed)) throw new ControlRefused(completed.reason);
    return new URL(completed.redirect);
  };
  return {
    approve: (scaRedirect, customerNumber, choices = {}) =>
      complete({ scaRedirect, customerNumber, decision: "approve", ...choices }),
    refuse: (scaRedirect, customerNumber, choices = {}) =>
      complete({ scaRedirect, customerNumber, decision: "refuse", ...choices }),
    timeOut: (scaRedirect) => complete({ scaRedirect, customerNumber: "", decision: "time-out" }),
    fail: (scaRedirect, code) =>
      complete({ scaRedirect, customerNumber: "", decision: "fail", ...(code ? { code } : {}) }),
  };
};

const controlOf = async (sandbox: Sandbox, named: string): Promise<WorldControl> => {
  const worlds = await sandbox.listWorlds();
  const world = worlds.find(({ worldId, name }) => worldId === named || name === named);
  if (world === undefined) throw new ControlRefused(`there is no world ${named}`);
  return worldControl(sandbox, world.worldId);
};
