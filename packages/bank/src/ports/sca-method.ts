import type { Locale } from "./locale.ts";

/** The fields of the form by which a PSU says who they are. */
export type Identification = Readonly<Record<string, string>>;

/**
 * How a PSU proves who they are. The sandbox takes a mocked customer number; a real bank goes to a
 * national eID.
 */
export interface ScaMethod {
  /**
   * The person who was identified, by the id the directory has for them, or nothing; never which
   * part was wrong. It may wait for the person, two minutes at most.
   */
  identify(worldId: string, identification: Identification): Promise<string | undefined>;
  /** A sandbox's test customers, shown beside its identification page. */
  listTestCustomers?(worldId: string): Promise<readonly TestCustomer[]>;
}

/** The note says what is special about the customer. */
export type TestCustomer = {
  customerNumber: string;
  name: string;
  note?: Readonly<Record<Locale, string>>;
};
