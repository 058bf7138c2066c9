import type { PersonId, WorldId } from "./ids.ts";
import type { Locale } from "./locale.ts";

/** The fields of the form with which a PSU identifies. */
export type Identification = Readonly<Record<string, string>>;

/**
 * Identifies PSUs. The sandbox accepts a mocked customer number; a real bank uses a national eID.
 */
export interface ScaMethod {
  /**
   * Returns the directory's id of the identified person, or undefined, without saying what was
   * wrong. It may wait for the person for up to two minutes.
   */
  identify(worldId: WorldId, identification: Identification): Promise<PersonId | undefined>;
  /** Lists a sandbox's test customers, shown beside its identification page. */
  listTestCustomers?(worldId: WorldId): Promise<readonly TestCustomer[]>;
}

/** A test customer. The note says what is special about them. */
export type TestCustomer = {
  customerNumber: string;
  name: string;
  note?: Readonly<Record<Locale, string>>;
};
