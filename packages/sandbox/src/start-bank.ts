import assert from "node:assert/strict";
import { listenHttp } from "@varde/bank";
import { isInvalid, readCertificatePem, type ScaToComplete } from "@varde/protocol";
import {
  type MakeRsaKeyPair,
  processAuthority,
  type TppCertificate,
} from "./certificate-authority/index.ts";
import { parseClockTime } from "./control/world/advance-world.ts";
import { completeScaForPsu } from "./control/world/complete-sca-for-psu.ts";
import { type WorldControl, worldControl } from "./control/world/world-control.ts";
import { ControlRefused } from "./control-refused.ts";
import type { Addresses } from "./listen.ts";
import { openSandbox, type Sandbox, type SandboxOptions } from "./open-sandbox.ts";
import { seededIds } from "./seeded-ids.ts";
import type { WorldClock } from "./worlds/index.ts";

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
export const startBank = async (options: TestBankOptions = {}): Promise<TestBank> => {
  const { deterministic, makeRsaKeyPair, port = 0, ...given } = options;
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
    return Object.assign(sandbox, control, {
      addresses: { http, https: undefined },
      tpp,
      sca: testSca(sandbox),
      clock: { ...sandbox.clock, ...control.clock },
      controlOf: (world: string) => controlOf(sandbox, world),
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

/** Databases with the data set, by mode, seed and month; writing it takes most of a start. */
const images = new Map<string, Uint8Array>();

const openFromImage = async (options: SandboxOptions): Promise<Sandbox> => {
  const isInMemory = "memory" in options.location;
  if (!isInMemory || options.ids !== undefined) return openSandbox(options);
  const month = new Date(options.startAt ?? Date.now()).toISOString().slice(0, 7);
  const key = `${options.bank?.mode ?? ""} ${options.seed ?? ""} ${month}`;
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
  const world = (): Promise<WorldControl> => {
    opened ??= open();
    return opened;
  };
  return {
    clock: {
      read: async () => (await world()).clock.read(),
      set: async (to, motion) => (await world()).clock.set(to, motion),
      advance: async (by) => (await world()).clock.advance(by),
      release: async () => (await world()).clock.release(),
      preview: async (by) => (await world()).clock.preview(by),
    },
    batches: {
      list: async (limit) => (await world()).batches.list(limit),
      run: async () => (await world()).batches.run(),
    },
    scenarios: {
      list: async () => (await world()).scenarios.list(),
      add: async (scenario) => (await world()).scenarios.add(scenario),
      remove: async (scenarioId) => (await world()).scenarios.remove(scenarioId),
      clear: async () => (await world()).scenarios.clear(),
    },
    snapshots: {
      list: async () => (await world()).snapshots.list(),
      save: async (name) => (await world()).snapshots.save(name),
      restore: async (name) => (await world()).snapshots.restore(name),
      export: async (name) => (await world()).snapshots.export(name),
      import: async (text) => (await world()).snapshots.import(text),
      remove: async (name) => (await world()).snapshots.remove(name),
    },
    payments: ownPayments(world),
    decideSca: async (id, decision) => (await world()).decideSca(id, decision),
    approvals: {
      list: async (customerNumber) => (await world()).approvals.list(customerNumber),
      approve: async (id, customerNumber) => (await world()).approvals.approve(id, customerNumber),
      refuse: async (id, customerNumber) => (await world()).approvals.refuse(id, customerNumber),
    },
    history: {
      load: async (account, transactions) => (await world()).history.load(account, transactions),
      start: async (account, transactions) => (await world()).history.start(account, transactions),
      progress: async (account) => (await world()).history.progress(account),
    },
    requests: { list: async (limit) => (await world()).requests.list(limit) },
    initialize: async () => (await world()).initialize(),
  };
};

/** Controls the payments of a world that is opened at first use. */
const ownPayments = (world: () => Promise<WorldControl>): WorldControl["payments"] => ({
  change: async (paymentId, change) => (await world()).payments.change(paymentId, change),
  cancel: async (paymentId) => (await world()).payments.cancel(paymentId),
  release: async (paymentId) => (await world()).payments.release(paymentId),
  list: async (status, page) => (await world()).payments.list(status, page),
  read: async (paymentId) => (await world()).payments.read(paymentId),
  listBaskets: async (page) => (await world()).payments.listBaskets(page),
  readBasket: async (basketId) => (await world()).payments.readBasket(basketId),
});

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
