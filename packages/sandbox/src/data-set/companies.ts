import type { AgreementId } from "@varde/bank";
import { people, representatives, type SeededPerson } from "./people.ts";
import { currentAccount, type SeededAccount } from "./seeded-account.ts";

/** A corporate customer: two accounts, and the agreement under which people act for it. */
export interface SeededCompany {
  readonly customerId: string;
  readonly agreementId: AgreementId;
  readonly name: string;
  /** Synthetic organisation number; real ones start with 8 or 9. */
  readonly organisationNumber: string;
  /** The person whose number is the company's customerNumber. */
  readonly representative: SeededPerson;
  /** People who may only view the accounts, which gives a TPP no access. */
  readonly viewers: readonly SeededPerson[];
  readonly accounts: readonly [SeededAccount, SeededAccount];
  readonly note: string;
}

/** The corporate customers. Part of the published contract, like the people. */
export const companies = {
  vardeberg: {
    customerId: "customer-vardeberg",
    agreementId: "agreement-vardeberg",
    name: "Vardeberg Snekkerverksted AS",
    organisationNumber: "310712345",
    representative: people.kari,
    viewers: [people.ola],
    accounts: [
      currentAccount("vardeberg-current", "99901010613", 486_120_75n, { name: "Driftskonto" }),
      currentAccount("vardeberg-tax", "99902020612", 96_300_00n, {
        kind: "tax",
        name: "Skattetrekkskonto",
        product: "Skattetrekkskonto",
        cashAccountType: "TAXE",
        mayPay: false,
      }),
    ],
    note: "its representative is also a private customer; its tax account cannot pay",
  },
  skarvoy: {
    customerId: "customer-skarvoy",
    agreementId: "agreement-skarvoy",
    name: "Skarvøy Sjømat AS",
    organisationNumber: "314500180",
    representative: representatives.henrik,
    viewers: [],
    accounts: [
      currentAccount("skarvoy-current", "99901010710", 1_934_560_20n, {
        name: "Driftskonto",
        creditLineMinor: 500_000_00n,
      }),
      currentAccount("skarvoy-euro", "99902020728", 84_215_60n, {
        name: "Valutakonto EUR",
        product: "Valutakonto",
        currency: "EUR",
      }),
    ],
    note: "an account in euro, a credit line of 500 000 kroner",
  },
  tindvik: {
    customerId: "customer-tindvik",
    agreementId: "agreement-tindvik",
    name: "Tindvik Utleie AS",
    organisationNumber: "213900277",
    representative: representatives.henrik,
    viewers: [],
    accounts: [
      currentAccount("tindvik-current", "99901010818", 742_318_45n, { name: "Driftskonto" }),
      currentAccount("tindvik-dollar", "99902020817", 31_870_25n, {
        name: "Valutakonto USD",
        product: "Valutakonto",
        currency: "USD",
      }),
    ],
    note: "an account in dollars; the same representative as Skarvøy Sjømat AS",
  },
} as const satisfies Record<string, SeededCompany>;
