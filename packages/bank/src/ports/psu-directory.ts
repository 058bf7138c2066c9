import type { Awaitable } from "@varde/storage";

/** A private person, or the representative of a corporation. */
export interface Person {
  readonly personId: string;
  readonly name: string;
}

/** An agreement that a person acts under: privately, or for a corporation. */
export interface Agreement {
  readonly agreementId: string;
  readonly name: string;
  readonly context: "PRIVATE" | "CORPORATE";
  /** The accounts that this person may both see and use under the agreement. */
  readonly accountIds: readonly string[];
}

/**
 * The bank's customers and the agreements they may act under.
 *
 * @example
 * const person = await directory.findPerson(worldId, "15819000066");
 * const agreements = person ? await directory.listAgreements(worldId, person.personId) : [];
 */
export interface PsuDirectory {
  /** Finds a person by national identity number or by the bank's own customer number. */
  findPerson(worldId: string, customerNumber: string): Promise<Person | undefined>;
  readPerson(worldId: string, personId: string): Promise<Person | undefined>;
  listAgreements(worldId: string, personId: string): Promise<readonly Agreement[]>;
  /**
   * Whether the person may both see and use the account: under the agreement if given, else under
   * any agreement of the context if given, else under any agreement.
   */
  mayUseAccount(
    worldId: string,
    personId: string,
    accountId: string,
    under: {
      readonly agreementId: string | undefined;
      readonly context: Agreement["context"] | undefined;
    },
  ): Awaitable<boolean>;
}
