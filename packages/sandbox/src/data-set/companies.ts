import type { AgreementId } from "@varde/bank";
import type { SigningRule } from "../directory/signing-rule.ts";
import type { BankIdentity } from "./bank-identity.ts";
import { type peopleAt, representatives, type SeededPerson } from "./people.ts";
import { accountsAt, type SeededAccount } from "./seeded-account.ts";

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
  /** People who may approve payments besides the representative, and who may prepare them. */
  readonly signers?: readonly SeededPerson[];
  readonly preparers?: readonly SeededPerson[];
  /** Without a rule, everybody who may use an account approves alone. */
  readonly signing?: SigningRule;
  readonly accounts: readonly [SeededAccount, SeededAccount];
  readonly note: string;
}

type Accounts = ReturnType<typeof accountsAt>;
type People = ReturnType<typeof peopleAt>;

/** Returns the corporate customers of a bank. Part of the published contract, like the people. */
export const companiesAt = (bank: BankIdentity, people: People) => {
  const accounts = accountsAt(bank);
  return {
    vardeberg: vardebergAt(accounts, people),
    skarvoy: skarvoyAt(accounts),
    tindvik: tindvikAt(accounts),
    lyngrabben: lyngrabbenAt(accounts),
  } as const satisfies Record<string, SeededCompany>;
};

const vardebergAt = ({ currentAccount }: Accounts, people: People) =>
  ({
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
  }) as const satisfies SeededCompany;

const skarvoyAt = ({ currentAccount }: Accounts) =>
  ({
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
  }) as const satisfies SeededCompany;

const tindvikAt = ({ currentAccount }: Accounts) =>
  ({
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
  }) as const satisfies SeededCompany;

const lyngrabbenAt = ({ currentAccount }: Accounts) => {
  const operations = currentAccount("lyngrabben-current", "99901010915", 1_268_940_35n, {
    name: "Driftskonto",
  });
  return {
    customerId: "customer-lyngrabben",
    agreementId: "agreement-lyngrabben",
    name: "Lyngrabben Entreprenør AS",
    organisationNumber: "315800145",
    representative: representatives.sunniva,
    viewers: [representatives.bjarte],
    signers: [representatives.trym],
    preparers: [representatives.eline],
    signing: {
      approvals: 2,
      groups: [[representatives.sunniva.customerNumber], [representatives.trym.customerNumber]],
      limits: [
        {
          customer: representatives.sunniva.customerNumber,
          accountId: operations.accountId,
          iban: operations.iban,
          paymentMinor: "2500000",
          dayMinor: "10000000",
        },
      ],
    },
    accounts: [
      operations,
      currentAccount("lyngrabben-project", "99902020914", 845_600_00n, { name: "Prosjektkonto" }),
    ],
    note:
      "two people approve; one of them alone from the first account, up to 25 000 kroner a " +
      "payment and 100 000 a day",
  } as const satisfies SeededCompany;
};
