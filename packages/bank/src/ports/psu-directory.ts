import type { Awaitable } from "@varde/storage";

/** A private person, or the representative of a corporation. */
export interface Person {
  readonly personId: string;
  readonly name: string;
}

/** What a person may act under: their own affairs, or a corporation's. */
export interface Agreement {
  readonly agreementId: string;
  readonly name: string;
  readonly context: "PRIVATE" | "CORPORATE";
  /** The accounts this person may both see and use under the agreement. */
  readonly accountIds: readonly string[];
}

/**
 * Who the bank's customers are and what they may act for.
 *
 * @example
 * const person = await directory.findPerson(worldId, "15819000066");
 * const agreements = person ? await directory.listAgreements(worldId, person.personId) : [];
 */
export interface PsuDirectory {
  /** The person behind a national identity number or the bank's own customer number. */
  findPerson(worldId: string, customerNumber: string): Promise<Person | undefined>;
  readPerson(worldId: string, personId: string): Promise<Person | undefined>;
  listAgreements(worldId: string, personId: string): Promise<readonly Agreement[]>;
  /**
   * Whether the person may both see and use the account: under the agreement if one is given, else
   * under any of the context, else under any at all.
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
