import { otherBank } from "./bank-identity.ts";
import { dataSet } from "./data-set.ts";
import type { SeededPrivateCustomer } from "./people.ts";
import type { SeededAccount } from "./seeded-account.ts";

/** The reference page of the data set, written from the tables themselves. */
export function describeDataSet(): string {
  return `${[
    introduction(),
    section("People", peopleTable(), peopleNote),
    section("Accounts of people", accountTable(personAccounts())),
    section("Credit cards", cardTable(), cardNote),
    section("Companies", companyTable(), companyNote),
    section("Accounts of companies", accountTable(companyAccounts())),
    section("Accounts that reject, delay or return", magicTable(), magicNote),
    section("Amounts that make something happen", amountTable(), amountNote),
    section("KID register", kidTable(), kidNote),
    section("Other payees", payeeTable(), payeeNote),
    `## History\n\n${wrapped(historyNote)}\n\n${wrapped(goingOnNote)}\n\n${wrapped(manyNote)}`,
  ].join("\n\n")}\n`;
}

const introduction = () => {
  const { version, bank } = dataSet;
  const contract =
    "Every new world of the sandbox starts with these people, companies, accounts and balances, " +
    "and `POST /v1/sandbox/initialize` brings a world back to them. The data set is version " +
    `${version} and a contract: names, numbers and balances change only with a new version and a ` +
    "line in the changelog. In code it is `dataSet` of `@varde/sandbox`, for example " +
    "`dataSet.people.kari.current.bban`.";
  const numbers =
    `The bank is ${bank.name}, bank number ${bank.bankNumber}, BIC ${bank.bic}. Payees elsewhere ` +
    `have accounts in bank number ${otherBank.bankNumber}. Neither number belongs to a bank, ` +
    "nobody here exists, and the identity numbers are synthetic: their month is 80 more than a " +
    "real one's.";
  const mark =
    "<!-- Written by describeDataSet(); a test fails when this page is anything else. -->";
  return ["# The data set", mark, wrapped(contract), wrapped(numbers)].join("\n\n");
};

const peopleNote =
  "Identify with the customer number; the sandbox asks for nothing else. A private customer acts " +
  "under an agreement of their own that covers all their accounts.";
const cardNote =
  "A payment from a card names it by its reference: `debtorAccount.other` with " +
  "`schemeNameProprietary: creditCardAccount` and the reference as `identification`.";
const companyNote =
  "The customer number of a company is that of its representative, who may see and use both " +
  "accounts. Kari Nordli acts in both contexts, Henrik Aasen for two companies. Ola Bråten may " +
  "only see the accounts of Vardeberg Snekkerverksted AS, which does not count for a TPP.";
const magicNote =
  "Pay to one of these and clearing does what the table says. An instant payment to an account " +
  "that rejects or delays is refused at once. All other accounts take the money.";
const amountNote =
  "A payment of one of these amounts in kroner, whoever pays it. What a scenario of the control " +
  "API says of the same call or payment goes before it.";
const kidNote =
  "A payment to an account where a KID is mandatory needs one, and where it is optional a KID " +
  "that is given must be right. Where it is off, or the account is not here, any reference goes.";
const payeeNote = "Their accounts take payments of any kind.";

const historyNote =
  "Each account has a year behind it: salaries, rent and mortgages, bills with a KID, " +
  "purchases in shops, credit cards paid the month after, some purchases in other " +
  "currencies, savings, fees and interest; companies have sales, suppliers, wages, taxes " +
  "and exchanges. The year is the twelve whole months before the month in which the world " +
  "is opened or reset. Amounts, order and transaction ids are always the same; only the " +
  "dates follow the calendar, and bookings fall on bank days.";

const goingOnNote =
  "The history ends there, and no balance moves that nobody moved. A sandbox that is started " +
  'with `VARDE_HISTORY=goes-on`, or by `startBank({ history: "goes-on" })`, goes on with it: ' +
  "each bank day's salaries, rent, bills and purchases are booked by its first payment batch, " +
  "from the day of the world's first batch on, also while `advance` passes over it. A day is " +
  "booked once, even if the clock is set back; what an account has no money for does not take " +
  "place. The same seed gives the same months.";

const manyNote =
  "An account with a million transactions is made on request: " +
  '`POST /control/v1/accounts/{account}/history` with `{"transactions": 1000000}`, or ' +
  "`bank.history.load(account, 1_000_000)`, for any account by its BBAN, IBAN or resource id. " +
  "They lie evenly over the three years before, come in the background while the bank answers, " +
  "keep the balance and are the same for the same seed; `GET` on the path tells how far it is.";

function section(title: string, table: string, note?: string): string {
  return [`## ${title}`, note === undefined ? undefined : wrapped(note), table]
    .filter((part) => part !== undefined)
    .join("\n\n");
}

function peopleTable(): string {
  const { people, representatives, companies } = dataSet;
  return tableOf(
    ["name", "customer number", "context", "what is special"],
    [
      ...Object.values(people).map(({ name, customerNumber, personId, note }) => {
        const acts = Object.values(companies).some(
          ({ representative }) => representative.personId === personId,
        );
        return [name, customerNumber, acts ? "PRIVATE, CORPORATE" : "PRIVATE", note.en];
      }),
      ...Object.values(representatives).map(({ name, customerNumber }) => [
        name,
        customerNumber,
        "CORPORATE",
        "represents two companies, has no accounts",
      ]),
    ],
  );
}

interface OwnedAccount {
  readonly owner: string;
  readonly account: SeededAccount;
}

const personAccounts = (): readonly OwnedAccount[] =>
  Object.values(dataSet.people).flatMap(({ name, current, savings }: SeededPrivateCustomer) => [
    { owner: name, account: current },
    { owner: name, account: savings },
  ]);

const companyAccounts = (): readonly OwnedAccount[] =>
  Object.values(dataSet.companies).flatMap(({ name, accounts }) =>
    accounts.map((account) => ({ owner: name, account })),
  );

function accountTable(accounts: readonly OwnedAccount[]): string {
  return tableOf(
    ["owner", "account", "resource id", "BBAN", "IBAN", "balance", "credit line", "may pay"],
    accounts.map(({ owner, account }) => [
      owner,
      account.name,
      account.accountId,
      account.bban,
      account.iban,
      `${money(account.balanceMinor)} ${account.currency}`,
      account.creditLineMinor === 0n ? "" : money(account.creditLineMinor),
      account.mayPay ? "yes" : "no",
    ]),
  );
}

function cardTable(): string {
  return tableOf(
    ["owner", "resource id", "card", "reference", "balance", "limit"],
    Object.values(dataSet.people).map(({ name, card }) => [
      name,
      card.accountId,
      `\`${card.maskedPan}\``,
      card.relatedAccount,
      `${money(card.balanceMinor)} ${card.currency}`,
      money(card.creditLimitMinor),
    ]),
  );
}

function companyTable(): string {
  return tableOf(
    ["name", "organisation number", "representative", "customer number", "what is special"],
    Object.values(dataSet.companies).map(({ name, organisationNumber, representative, note }) => [
      name,
      organisationNumber,
      representative.name,
      representative.customerNumber,
      note,
    ]),
  );
}

function magicTable(): string {
  return tableOf(
    ["BBAN", "IBAN", "name", "a payment is", "reason"],
    dataSet.magicAccounts.map(({ bban, iban, name, effect, reason }) => [
      bban,
      iban,
      name,
      effect,
      reason,
    ]),
  );
}

function amountTable(): string {
  return tableOf(
    ["amount", "what happens"],
    dataSet.magicAmounts.map(({ amount, tells }) => [`${amount} NOK`, tells]),
  );
}

function kidTable(): string {
  return tableOf(
    ["payee", "BBAN", "KID", "modulus", "digits"],
    dataSet.kidAgreements.map(({ name, bban, kind, modulus, lengths }) => [
      name,
      bban,
      kind,
      kind === "off" ? "" : String(modulus),
      lengths.join(" or "),
    ]),
  );
}

function payeeTable(): string {
  const registered = new Set(dataSet.kidAgreements.map(({ bban }) => bban));
  return tableOf(
    ["payee", "BBAN"],
    Object.values(dataSet.payees)
      .filter(({ bban }) => !registered.has(bban))
      .map(({ name, bban }) => [name, bban]),
  );
}

function tableOf(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(titles), line(titles.map(() => "---")), ...rows.map(line)].join("\n");
}

/** Two decimals: all currencies of the data set have them. */
function money(minor: bigint): string {
  const digits = String(minor < 0n ? -minor : minor).padStart(3, "0");
  const whole = digits.slice(0, -2).replaceAll(/\B(?=(?:\d{3})+$)/g, " ");
  return `${minor < 0n ? "−" : ""}${whole}.${digits.slice(-2)}`;
}

/** Broken before column 100, as the other pages are. */
function wrapped(text: string): string {
  return text.replaceAll(/(.{1,100})(?: |$)/g, "$1\n").trimEnd();
}
