import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setTimeout as after } from "node:timers/promises";
import { dataSet, everyMigration } from "@varde/sandbox";
import { all, openStorage, type StorageLocation, sql } from "@varde/storage";
import { Chance } from "@varde/testkit/generated";
import { aPayment, ndct } from "@varde/testkit/payments";
import { spawnSandbox } from "@varde/testkit/processes";
import {
  aSession,
  finishSca,
  type PsuChoices,
  type PsuSession,
  sunniva,
  trym,
} from "@varde/testkit/psu";
import { atScale, runRounds } from "@varde/testkit/rounds";
import { engines } from "@varde/testkit/storage";
import { type PemIdentity, RawTpp } from "@varde/testkit/tpp";
import { aPlaceForData } from "./a-place-for-data.ts";

const rounds = atScale({ slice: 1, long: 20 });
const payments = 12;
const [, { bban }] = dataSet.companies.lyngrabben.accounts;

/** A bank that is killed and started again while two people of a company sign its payments. */
class KilledBank {
  readonly #settings: Readonly<Record<string, string>>;
  #process: ReturnType<typeof spawnSandbox> | undefined;
  #identity: PemIdentity | undefined;
  #url = "";
  #tpp: RawTpp | undefined;

  constructor(settings: Readonly<Record<string, string>>) {
    this.#settings = settings;
  }

  async start(): Promise<void> {
    this.#process = spawnSandbox(this.#settings);
    this.#url = await this.#process.ready;
    this.#identity ??= await this.#issueCertificate();
    this.#tpp = new RawTpp(this.#url, this.#identity);
  }

  get tpp(): RawTpp {
    assert(this.#tpp !== undefined, "the bank was started");
    return this.#tpp;
  }

  async kill(): Promise<void> {
    await this.#process?.kill();
  }

  session(choices: PsuChoices): Promise<PsuSession> {
    return aSession(this.#reach, this.tpp, choices);
  }

  /** Signs as this person, unless they have signed already. Throws if the bank is killed. */
  async sign(path: string, { headers }: PsuSession, choices: PsuChoices): Promise<void> {
    const target = `${path}/authorisations`;
    const started = await this.tpp.send({ method: "POST", path: target, headers });
    // After a kill, the signature or the last one may be stored although nobody saw it.
    if (started.status === 409) return;
    assert.equal(started.status, 201, started.text);
    const link = started.json._links.scaRedirect.href;
    const { searchParams } = await finishSca(this.#reach, link, choices);
    assert.equal(searchParams.get("code"), null);
  }

  get #reach() {
    return { addresses: { http: this.#url, https: undefined } };
  }

  async #issueCertificate(): Promise<PemIdentity> {
    const response = await fetch(`${this.#url}/control/v1/tpp-certificates`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    return (await response.json()) as PemIdentity;
  }
}

const signAndKill = async (bank: KilledBank, chance: Chance): Promise<void> => {
  await bank.start();
  const people = [sunniva, trym];
  const sessions = [await bank.session(sunniva), await bank.session(trym)];
  const paths: string[] = [];
  for (let number = 0; number < payments; number += 1) {
    const created = await bank.tpp.send({
      path: ndct,
      body: aPayment({
        debtorAccount: { bban, currency: "NOK" },
        remittanceInformationUnstructured: `Faktura ${number}`,
      }),
      headers: sessions[0]?.headers ?? {},
    });
    assert.equal(created.status, 201, created.text);
    paths.push(`${ndct}/${created.json.paymentId}`);
  }
  const signEach = (kill?: () => void) =>
    Promise.allSettled(
      people.map(async (choices, index) => {
        for (const [number, path] of chance.shuffle(paths).entries()) {
          if (number === 3 && index === 1) kill?.();
          await bank.sign(path, sessions[index] as PsuSession, choices);
        }
      }),
    );
  for (let kill = 0; kill < 2; kill += 1) {
    const reached = Promise.withResolvers<void>();
    const signing = signEach(reached.resolve);
    await Promise.race([reached.promise, signing]);
    await after(chance.below(60));
    await bank.kill();
    await signing;
    await bank.start();
  }
  for (const end of await signEach()) assert.equal(end.status, "fulfilled", String(end));
  await bank.kill();
};

/** Asserts that both people have signed each payment once, and that one of them completed it. */
const checkSignatures = async (location: StorageLocation): Promise<void> => {
  const storage = await openStorage({ location, migrations: everyMigration });
  try {
    const rows = await storage.read(() =>
      all<{ events: bigint; partly: bigint; signers: bigint }>(
        sql`select
            (select count(*) from event where subject_id = payment_id
              and name in ('signed', 'signedWithChange')) as events,
            (select count(*) from event where subject_id = payment_id
              and name = 'signedPartly') as partly,
            (select count(*) from payment_signature s where s.payment_id = payment.payment_id
              and counts = 1) as signers
          from payment`,
      ),
    );
    const expected = { events: 1n, partly: 1n, signers: 2n };
    assert.deepEqual(
      rows,
      Array.from({ length: payments }, () => expected),
    );
    const [open] = await storage.read(() =>
      all<{ count: bigint }>(sql`select count(*) as count from payment where status = 'RCVD'`),
    );
    assert.equal(open?.count, 0n);
  } finally {
    await storage.close();
  }
};

describe("a bank that is killed while two people sign", { concurrency: true }, () => {
  for (const engine of engines) {
    test(`F24: completes each payment once on ${engine}`, () =>
      runRounds(`killed signatures on ${engine}`, rounds, async ({ seed }) => {
        await using place = await aPlaceForData(engine);
        const bank = new KilledBank(place.settings);
        try {
          await signAndKill(bank, new Chance(seed));
        } finally {
          await bank.kill();
        }
        await checkSignatures(place.location);
      }));
  }
});
