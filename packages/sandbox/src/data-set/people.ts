import type { AgreementId, PersonId } from "@varde/bank";
import type { Note } from "../directory/note.ts";
import type { BankIdentity } from "./bank-identity.ts";
import { accountsAt, type SeededAccount, type SeededCard } from "./seeded-account.ts";

/** A person who can identify at the bank. */
export interface SeededPerson {
  readonly personId: PersonId;
  /** Synthetic identity number: the month is 80 higher than a real one. */
  readonly customerNumber: string;
  readonly name: string;
}

/** A private customer: two accounts and a credit card. */
export interface SeededPrivateCustomer extends SeededPerson {
  readonly customerId: string;
  readonly agreementId: AgreementId;
  /** Note that helps testers choose a customer. */
  readonly note: Note;
  readonly current: SeededAccount;
  readonly savings: SeededAccount;
  readonly card: SeededCard;
}

const privateCustomer = (
  key: string,
  customerNumber: string,
  name: string,
  rest: Pick<SeededPrivateCustomer, "note" | "current" | "savings" | "card">,
): SeededPrivateCustomer => ({
  personId: `person-${key}`,
  customerId: `customer-${key}`,
  agreementId: `agreement-${key}`,
  customerNumber,
  name,
  ...rest,
});

// biome-ignore format: one person per line makes the columns comparable.
/** Debts of each person on their card at each bank: the purchases of the last month before. */
const cardDebts = {
  kari:   [6_429_43n, 5_111_84n, 4_514_69n, 3_374_03n, 3_516_02n, 7_139_27n, 3_480_89n, 5_362_38n, 4_470_00n],
  ola:    [4_118_94n, 4_614_26n, 3_157_99n, 5_181_56n, 5_770_04n, 3_034_69n, 4_076_88n, 1_890_69n, 3_849_17n],
  ase:    [5_529_09n, 8_715_34n, 9_188_11n, 7_763_11n, 7_674_84n, 5_875_05n, 6_514_65n, 7_102_79n, 4_585_19n],
  maret:  [3_310_77n, 4_099_91n, 3_378_25n, 4_113_07n, 1_877_19n, 4_816_82n, 3_282_98n, 4_219_63n, 4_873_44n],
  jonas:  [748_11n, 747_33n, 721_20n, 877_90n, 1_088_51n, 505_57n, 760_75n, 757_79n, 1_026_49n],
  ingrid: [814_71n, 2_711_67n, 1_513_26n, 2_909_42n, 2_144_25n, 1_946_45n, 2_515_81n, 2_268_32n, 2_082_76n],
} as const;

/**
 * Returns the private customers of a bank; the same people are customers of each. Part of the
 * published contract: changes are announced.
 */
export const peopleAt = (bank: BankIdentity) => {
  const { currentAccount, savingsAccount, creditCard } = accountsAt(bank);
  return {
    kari: privateCustomer("kari", "03848420491", "Kari Nordli", {
      note: {
        nb: "representerer også Vardeberg Snekkerverksted AS",
        en: "also represents Vardeberg Snekkerverksted AS",
      },
      current: currentAccount("kari-current", "99901010028", 48_211_50n),
      savings: savingsAccount("kari-savings", "99902020019", 312_400_00n),
      card: creditCard("kari-card", "1005", "990000000105", cardDebts.kari, 50_000_00n),
    }),
    ola: privateCustomer("ola", "17917931119", "Ola Bråten", {
      note: { nb: "har en kreditt på 20 000 kroner", en: "has a credit line of 20 000 kroner" },
      current: currentAccount("ola-current", "99901010117", 23_907_25n, {
        creditLineMinor: 20_000_00n,
      }),
      savings: savingsAccount("ola-savings", "99902020116", 265_250_00n),
      card: creditCard("ola-card", "2003", "990000000203", cardDebts.ola, 40_000_00n),
    }),
    ase: privateCustomer("ase", "22886740496", "Åse Sørbø Kjærstad", {
      note: { nb: "har en million kroner på sparekonto", en: "a million kroner in savings" },
      current: currentAccount("ase-current", "99901010214", 67_480_10n),
      savings: savingsAccount("ase-savings", "99902020213", 1_048_900_00n),
      card: creditCard("ase-card", "3001", "990000000301", cardDebts.ase, 100_000_00n),
    }),
    maret: privateCustomer("maret", "06829010400", "Máret Porsáŋgu", {
      note: { nb: "har et navn utenfor Latin-1", en: "a name outside Latin-1" },
      current: currentAccount("maret-current", "99901010311", 31_655_80n),
      savings: savingsAccount("maret-savings", "99902020310", 288_700_00n),
      card: creditCard("maret-card", "4009", "990000000409", cardDebts.maret, 30_000_00n),
    }),
    jonas: privateCustomer("jonas", "30890471591", "Jonas Østbye", {
      note: { nb: "har lite penger på kontoen", en: "low on funds" },
      current: currentAccount("jonas-current", "99901010419", 212_40n),
      savings: savingsAccount("jonas-savings", "99902020418", 3_100_00n),
      card: creditCard("jonas-card", "5006", "990000000507", cardDebts.jonas, 10_000_00n),
    }),
    ingrid: privateCustomer("ingrid", "11899921412", "Ingrid Lunde Myhre", {
      note: {
        nb: "har en sparekonto som ikke kan betale",
        en: "a savings account that may not pay",
      },
      current: currentAccount("ingrid-current", "99901010516", 18_322_65n),
      savings: savingsAccount("ingrid-savings", "99902020515", 164_000_00n, {
        name: "BSU",
        product: "Boligsparing for ungdom",
        mayPay: false,
      }),
      card: creditCard("ingrid-card", "6004", "990000000605", cardDebts.ingrid, 25_000_00n),
    }),
  } as const satisfies Record<string, SeededPrivateCustomer>;
};

/** People who are not customers and act only for companies. */
export const representatives = {
  henrik: {
    personId: "person-henrik",
    customerNumber: "25817510542",
    name: "Henrik Aasen",
    note: {
      nb: "representerer Skarvøy Sjømat AS og Tindvik Utleie AS",
      en: "represents Skarvøy Sjømat AS and Tindvik Utleie AS",
    },
  },
  sunniva: {
    personId: "person-sunniva",
    customerNumber: "14837130140",
    name: "Sunniva Haugland",
    note: {
      nb: "godkjenner for Lyngrabben Entreprenør AS, alene opptil 25 000 kroner",
      en: "approves for Lyngrabben Entreprenør AS, alone up to 25 000 kroner",
    },
  },
  trym: {
    personId: "person-trym",
    customerNumber: "02898331086",
    name: "Trym Vikøren",
    note: {
      nb: "godkjenner for Lyngrabben Entreprenør AS sammen med Sunniva Haugland",
      en: "approves for Lyngrabben Entreprenør AS together with Sunniva Haugland",
    },
  },
  eline: {
    personId: "person-eline",
    customerNumber: "27859032074",
    name: "Eline Moberget",
    note: {
      nb: "registrerer betalinger for Lyngrabben Entreprenør AS, men godkjenner dem ikke",
      en: "prepares payments of Lyngrabben Entreprenør AS, but does not approve them",
    },
  },
  bjarte: {
    personId: "person-bjarte",
    customerNumber: "08916533005",
    name: "Bjarte Lienset",
    note: {
      nb: "ser kontoene til Lyngrabben Entreprenør AS, men kan ikke betale",
      en: "sees the accounts of Lyngrabben Entreprenør AS, but cannot pay",
    },
  },
} as const satisfies Record<string, SeededPerson & { readonly note: Note }>;
