import type { Awaitable } from "@varde/storage";
import type { AccountId, AgreementId, PersonId, WorldId } from "./ids.ts";

/** A private person, or the representative of a corporation. */
export interface Person {
  readonly personId: PersonId;
  readonly name: string;
}

/** An agreement that a person acts under: privately, or for a corporation. */
export interface Agreement {
  readonly agreementId: AgreementId;
  readonly name: string;
  readonly context: "PRIVATE" | "CORPORATE";
  /** The accounts that this person may both see and use under the agreement. */
  readonly accountIds: readonly AccountId[];
}

/**
 * The bank's customers and the agreements they may act under. `psuDirectoryContract` of
 * `@varde/bank/contracts` checks an implementation.
 *
 * @example
 * const person = await directory.findPerson(worldId, "15819000066");
 * const agreements = person ? await directory.listAgreements(worldId, person.personId) : [];
 */
export interface PsuDirectory {
  /** Finds a person by national identity number or by the bank's own customer number. */
  findPerson(worldId: WorldId, customerNumber: string): Promise<Person | undefined>;
  readPerson(worldId: WorldId, personId: PersonId): Promise<Person | undefined>;
  /** Lists each agreement of the person once; none for an unknown person. */
  listAgreements(worldId: WorldId, personId: PersonId): Awaitable<readonly Agreement[]>;
  /**
   * Whether the person may both see and use the account: under the agreement if given, else under
   * any agreement of the context if given, else under any agreement.
   */
  mayUseAccount(
    worldId: WorldId,
    personId: PersonId,
    accountId: AccountId,
    under: {
      readonly agreementId: AgreementId | undefined;
      readonly context: Agreement["context"] | undefined;
    },
  ): Awaitable<boolean>;
}
