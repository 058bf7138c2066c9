import assert from "node:assert/strict";
import { one, run, sql } from "@varde/storage";
import type { Bank } from "../../bank.ts";
import type { ScaEvidence } from "../../ports/sca-method.ts";
import { recordEvent } from "../../records/event.ts";
import { bindShown, type Sca, scaTable, unbegunSca } from "../../records/sca.ts";
import { authenticatedInApp } from "../authenticated-sca.ts";
import { completeSca } from "../complete-sca.ts";
import { failSca, refusedFault, type ScaEnd } from "../fail-sca.ts";
import { readSca, type StoredSca } from "../sca-store.ts";
import type { ScaSubjects, WaitingFor, WaitingSubject } from "../sca-subject.ts";
import { hashSecret } from "../start/start-sca.ts";

/**
 * Signatures in the bank's own channels, which have authenticated the person, on what waits for
 * people of a company. MAN-16: the TPP takes no part, and learns nothing about the person.
 */
export class OwnSignings {
  readonly #bank: Bank;
  readonly #subjects: ScaSubjects;

  constructor(bank: Bank, subjects: ScaSubjects) {
    this.#bank = bank;
    this.#subjects = subjects;
  }

  /**
   * Lists the payments and baskets that the person could sign, without those that they created
   * and nobody has signed: these the TPP asks about.
   */
  async list(user: WaitingFor): Promise<readonly WaitingSubject[]> {
    const { payment, basket } = this.#subjects;
    const lists = [await payment.listWaiting?.(user), await basket.listWaiting?.(user)];
    return lists
      .flatMap((list) => list ?? [])
      .filter(({ createdBy, signers }) => createdBy !== user.personId || signers.length > 0);
  }

  /** Starts the SCA of a person about what waits. Returns undefined if it waits no longer. */
  async start(
    user: WaitingFor,
    id: string,
  ): Promise<{ readonly sca: StoredSca; readonly waiting: WaitingSubject } | undefined> {
    const waiting = (await this.list(user)).find((item) => item.id === id);
    if (waiting === undefined) return undefined;
    const now = await this.#bank.clock.now(user.worldId);
    const sca = await this.#bank.storage.write(
      function* (this: OwnSignings) {
        const tpp = yield* one<{ name: string }>(
          sql`select name from tpp where tpp_id = ${waiting.tppId}`,
        );
        const record = this.#record(user, waiting, tpp?.name ?? "", now);
        const { worldId, scaId } = record;
        const name = `started for ${waiting.kind}`;
        const event = { worldId, subjectKind: "sca", subjectId: scaId, name, at: now } as const;
        yield* run(
          scaTable.insert(record),
          recordEvent(this.#bank.ids, { ...event, actor: user.personId }),
        );
        return yield* readSca(scaId);
      }.bind(this),
    );
    assert(sca !== undefined, "the SCA was just stored");
    return { sca, waiting };
  }

  /** Completes the SCA of a person who has approved. Returns undefined if it had ended. */
  complete(sca: StoredSca, user: WaitingFor, evidence: ScaEvidence): Promise<ScaEnd | undefined> {
    const { agreementId, subjectKind } = sca;
    assert(sca.channel === "own" && agreementId !== undefined, "an SCA of an own channel");
    const agreement = { context: "CORPORATE", agreementId } as const;
    const authenticated = authenticatedInApp(sca, user.personId, agreement);
    const form = { accountIds: [] };
    return completeSca(authenticated, form, this.#subjects[subjectKind], this.#bank, evidence);
  }

  refuse(sca: StoredSca): Promise<ScaEnd | undefined> {
    return failSca(sca, refusedFault, this.#bank);
  }

  /** Returns the record of an SCA whose link nobody has. */
  #record(user: WaitingFor, waiting: WaitingSubject, tppName: string, now: number): Sca {
    const { newId, newSecret } = this.#bank.ids;
    return {
      scaId: newId(),
      linkHash: hashSecret(newSecret()),
      worldId: user.worldId,
      tppId: waiting.tppId,
      tppName,
      brand: waiting.brand,
      sessionId: newId(),
      redirectUri: "",
      channel: "own",
      subjectKind: waiting.kind,
      subjectId: waiting.id,
      subjectHash: bindShown(waiting.hash, waiting.shown),
      shown: waiting.shown.length === 0 ? undefined : waiting.shown,
      expectedPersonId: user.personId,
      expectedBy: undefined,
      givenContext: "CORPORATE",
      agreementId: waiting.agreementId,
      ...unbegunSca,
      createdAt: now,
      touchedAt: now,
    };
  }
}
