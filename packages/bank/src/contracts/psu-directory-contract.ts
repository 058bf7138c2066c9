import assert from "node:assert/strict";
import { portResults } from "../ports/guard/port-results.ts";
import type { AccountId, AgreementId, PersonId, WorldId } from "../ports/ids.ts";
import type { Agreement, Person, PsuDirectory } from "../ports/psu-directory.ts";
import { assertEqual, assertShape, type ContractRule, numberRules } from "./contract.ts";

/** A directory to test, with people about whom it should know. */
export interface PsuDirectorySubject {
  readonly directory: PsuDirectory;
  readonly worldId: WorldId;
  /** The number of a customer who may use an account. */
  readonly customerNumber: string;
  /** The number of another customer, who may use an account that the first may not. */
  readonly otherCustomerNumber: string;
  /** A number in the form of a customer number that nobody has. */
  readonly unknownCustomerNumber?: string;
}

type Under = Parameters<PsuDirectory["mayUseAccount"]>[3];

const anywhere: Under = { agreementId: undefined, context: undefined };
const unknownPersonId: PersonId = "contract-test-unknown";
const unknownAgreementId: AgreementId = "contract-test-unknown";
const unknownAccountId: AccountId = "contract-test-unknown";
const contexts = ["PRIVATE", "CORPORATE"] as const;

/** Returns the rules for the port `psuDirectory`. */
export const psuDirectoryContract = (subject: PsuDirectorySubject): readonly ContractRule[] => {
  const trial = openTrial(subject);
  return numberRules("DIRECTORY", [
    ["finds a customer by number, and reads them by id", () => findsCustomers(trial)],
    ["finds nobody with an unknown number or id", () => findsNobody(trial)],
    ["lists each agreement and each of its accounts once", () => listsOnce(trial)],
    ["allows the accounts of a person's agreements", () => allowsListed(trial)],
    ["allows an account only under an agreement that covers it", () => allowsUnder(trial)],
    ["allows an account only in a context that has it", () => allowsInContext(trial)],
    ["does not allow another customer's account", () => refusesOthers(trial)],
    ["allows nothing to an unknown person", () => refusesUnknown(trial)],
    ["decides about concurrent callers independently", () => decidesIndependently(trial)],
  ]);
};

type Trial = ReturnType<typeof openTrial>;

const openTrial = (subject: PsuDirectorySubject) => {
  const { directory, worldId, unknownCustomerNumber = "00000000000" } = subject;
  const findPerson = async (customerNumber: string): Promise<Person> => {
    const person = await directory.findPerson(worldId, customerNumber);
    assert(person !== undefined, `nobody was found with the number ${customerNumber}`);
    assertShape(portResults.psuDirectory.findPerson, person);
    return person;
  };
  const listAgreements = async (personId: PersonId): Promise<readonly Agreement[]> => {
    const agreements = await directory.listAgreements(worldId, personId);
    assertShape(portResults.psuDirectory.listAgreements, agreements);
    return agreements;
  };
  const mayUse = async (personId: PersonId, accountId: AccountId, under = anywhere) => {
    const isAllowed = await directory.mayUseAccount(worldId, personId, accountId, under);
    assertShape(portResults.psuDirectory.mayUseAccount, isAllowed);
    return isAllowed;
  };
  /** Returns the customer with their agreements, at least one of which has an account. */
  const readCustomer = async (customerNumber = subject.customerNumber) => {
    const { personId } = await findPerson(customerNumber);
    const agreements = await listAgreements(personId);
    const accountIds = [...new Set(agreements.flatMap((one) => one.accountIds))];
    assert(accountIds.length > 0, `the customer ${customerNumber} has no account`);
    return { personId, agreements, accountIds };
  };
  /** Returns an account that only the other customer may use. */
  const findOthersAccount = async (): Promise<AccountId> => {
    const own = new Set((await readCustomer()).accountIds);
    const others = await readCustomer(subject.otherCustomerNumber);
    const accountId = others.accountIds.find((one) => !own.has(one));
    assert(accountId !== undefined, "the other customer has no account of their own");
    return accountId;
  };
  return {
    ...subject,
    unknownCustomerNumber,
    findPerson,
    listAgreements,
    mayUse,
    readCustomer,
    findOthersAccount,
  };
};

const findsCustomers = async (trial: Trial): Promise<void> => {
  const { directory, worldId } = trial;
  for (const number of [trial.customerNumber, trial.otherCustomerNumber]) {
    const person = await trial.findPerson(number);
    assertEqual(await trial.findPerson(number), person, "person who is found again");
    const { name, personId } = person;
    const read = await directory.readPerson(worldId, personId);
    assertEqual([read?.personId, read?.name], [personId, name], "person who is read by id");
  }
};

const findsNobody = async (trial: Trial): Promise<void> => {
  const { directory, worldId, unknownCustomerNumber } = trial;
  const isFound = async (number: string) =>
    (await directory.findPerson(worldId, number)) !== undefined;
  assertEqual(await isFound(unknownCustomerNumber), false, "whether an unknown number is found");
  assertEqual(await isFound(""), false, "whether an empty number is found");
  const part = trial.customerNumber.slice(0, -1);
  assertEqual(await isFound(part), false, "whether a part of a number is found");
  const read = await directory.readPerson(worldId, unknownPersonId);
  assertEqual(read, undefined, "person with an unknown id");
  const agreements = await trial.listAgreements(unknownPersonId);
  assertEqual(agreements, [], "agreements of an unknown person");
};

const listsOnce = async ({ readCustomer }: Trial): Promise<void> => {
  const { agreements } = await readCustomer();
  const ids = agreements.map(({ agreementId }) => agreementId);
  assertEqual(ids.length, new Set(ids).size, "number of agreements, compared with their ids");
  for (const { agreementId, accountIds } of agreements) {
    const count = new Set(accountIds).size;
    assertEqual(accountIds.length, count, `accounts of ${agreementId}, compared with their ids`);
  }
};

const allowsListed = async ({ readCustomer, mayUse }: Trial): Promise<void> => {
  const { personId, agreements } = await readCustomer();
  for (const { agreementId, context, accountIds } of agreements) {
    for (const accountId of accountIds) {
      const decisions = [
        await mayUse(personId, accountId),
        await mayUse(personId, accountId, { agreementId, context: undefined }),
        await mayUse(personId, accountId, { agreementId: undefined, context }),
        await mayUse(personId, accountId, { agreementId, context }),
      ];
      assertEqual(decisions, [true, true, true, true], `use of ${accountId} in ${agreementId}`);
    }
  }
};

const allowsUnder = async ({ readCustomer, mayUse }: Trial): Promise<void> => {
  const { personId, agreements, accountIds } = await readCustomer();
  const known = agreements.map(({ agreementId }) => agreementId);
  for (const accountId of accountIds) {
    for (const agreementId of [...known, unknownAgreementId]) {
      const isCovered = agreements.some(
        (one) => one.agreementId === agreementId && one.accountIds.includes(accountId),
      );
      const isAllowed = await mayUse(personId, accountId, { agreementId, context: undefined });
      assertEqual(isAllowed, isCovered, `use of ${accountId} under ${agreementId}`);
    }
  }
};

const allowsInContext = async ({ readCustomer, mayUse }: Trial): Promise<void> => {
  const { personId, agreements, accountIds } = await readCustomer();
  for (const accountId of accountIds) {
    for (const context of contexts) {
      const isCovered = agreements.some(
        (one) => one.context === context && one.accountIds.includes(accountId),
      );
      const isAllowed = await mayUse(personId, accountId, { agreementId: undefined, context });
      assertEqual(isAllowed, isCovered, `use of ${accountId} in the context ${context}`);
    }
  }
};

const refusesOthers = async (trial: Trial): Promise<void> => {
  const { personId, agreements } = await trial.readCustomer();
  const others = await trial.readCustomer(trial.otherCustomerNumber);
  const othersAccount = await trial.findOthersAccount();
  for (const accountId of [othersAccount, unknownAccountId]) {
    for (const agreementId of [
      undefined,
      ...[...agreements, ...others.agreements].map((one) => one.agreementId),
    ]) {
      const isAllowed = await trial.mayUse(personId, accountId, {
        agreementId,
        context: undefined,
      });
      assertEqual(isAllowed, false, `use of ${accountId} under ${agreementId ?? "any agreement"}`);
    }
  }
};

const refusesUnknown = async ({ readCustomer, mayUse }: Trial): Promise<void> => {
  const { accountIds } = await readCustomer();
  for (const accountId of accountIds) {
    const isAllowed = await mayUse(unknownPersonId, accountId);
    assertEqual(isAllowed, false, `use of ${accountId} by an unknown person`);
  }
};

const decidesIndependently = async (trial: Trial): Promise<void> => {
  const own = await trial.readCustomer();
  const other = await trial.readCustomer(trial.otherCustomerNumber);
  const numbers = [trial.customerNumber, trial.otherCustomerNumber, trial.customerNumber];
  const people = await Promise.all(numbers.map(trial.findPerson));
  assertEqual(
    people.map(({ personId }) => personId),
    [own.personId, other.personId, own.personId],
    "people who are found concurrently",
  );
  const othersAccount = await trial.findOthersAccount();
  const decisions = await Promise.all([
    trial.mayUse(own.personId, othersAccount),
    trial.mayUse(other.personId, othersAccount),
    trial.mayUse(own.personId, othersAccount),
  ]);
  assertEqual(decisions, [false, true, false], `concurrent uses of ${othersAccount}`);
};
