import { portResults } from "../ports/guard/port-results.ts";
import type { AccountId, AgreementId, PersonId, WorldId } from "../ports/ids.ts";
import type { Agreement, Person, PsuDirectory } from "../ports/psu-directory.ts";
import { assertEqual, assertShape, requireStep } from "./contract.ts";

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

/** The actions that rules about a directory consist of. */
export type DirectoryTrial = ReturnType<typeof openTrial>;

export const openTrial = (subject: PsuDirectorySubject) => {
  const { directory, worldId, unknownCustomerNumber = "00000000000" } = subject;
  const findPerson = async (customerNumber: string): Promise<Person> => {
    const person = await directory.findPerson(worldId, customerNumber);
    requireStep(person !== undefined, `nobody was found with the number ${customerNumber}`);
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
    requireStep(accountIds.length > 0, `the customer ${customerNumber} has no account`);
    return { personId, agreements, accountIds };
  };
  /** Returns an account that only the other customer may use. */
  const findOthersAccount = async (): Promise<AccountId> => {
    const own = new Set((await readCustomer()).accountIds);
    const others = await readCustomer(subject.otherCustomerNumber);
    const accountId = others.accountIds.find((one) => !own.has(one));
    requireStep(accountId !== undefined, "the other customer has no account of their own");
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

export const findsCustomers = async (trial: DirectoryTrial): Promise<void> => {
  const { directory, worldId } = trial;
  for (const number of [trial.customerNumber, trial.otherCustomerNumber]) {
    const person = await trial.findPerson(number);
    assertEqual(await trial.findPerson(number), person, "person who is found again");
    const { name, personId } = person;
    const read = await directory.readPerson(worldId, personId);
    assertEqual([read?.personId, read?.name], [personId, name], "person who is read by id");
  }
};

export const findsNobody = async (trial: DirectoryTrial): Promise<void> => {
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

export const listsOnce = async ({ readCustomer }: DirectoryTrial): Promise<void> => {
  const { agreements } = await readCustomer();
  const ids = agreements.map(({ agreementId }) => agreementId);
  assertEqual(ids.length, new Set(ids).size, "number of agreements, compared with their ids");
  for (const { agreementId, accountIds } of agreements) {
    const count = new Set(accountIds).size;
    assertEqual(accountIds.length, count, `accounts of ${agreementId}, compared with their ids`);
  }
};

export const allowsListed = async ({ readCustomer, mayUse }: DirectoryTrial): Promise<void> => {
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

export const allowsUnder = async ({ readCustomer, mayUse }: DirectoryTrial): Promise<void> => {
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

export const allowsInContext = async ({ readCustomer, mayUse }: DirectoryTrial): Promise<void> => {
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

export const refusesOthers = async (trial: DirectoryTrial): Promise<void> => {
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

export const refusesUnknown = async ({ readCustomer, mayUse }: DirectoryTrial): Promise<void> => {
  const { accountIds } = await readCustomer();
  for (const accountId of accountIds) {
    const isAllowed = await mayUse(unknownPersonId, accountId);
    assertEqual(isAllowed, false, `use of ${accountId} by an unknown person`);
  }
};

export const decidesIndependently = async (trial: DirectoryTrial): Promise<void> => {
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

export const separatesPeople = async (trial: DirectoryTrial): Promise<void> => {
  const { directory, worldId } = trial;
  const numbers = [trial.customerNumber, trial.otherCustomerNumber];
  const people: Person[] = [];
  for (const number of numbers) people.push(await trial.findPerson(number));
  const ids = people.map(({ personId }) => personId);
  assertEqual(new Set(ids).size, ids.length, "number of people with different ids");
  const read = async (personId: PersonId) => ({
    person: await directory.readPerson(worldId, personId),
    agreements: (await trial.listAgreements(personId))
      .map((one) => ({ ...one, accountIds: one.accountIds.toSorted() }))
      .toSorted((one, other) => (one.agreementId < other.agreementId ? -1 : 1)),
  });
  const alone = [];
  for (const personId of ids) alone.push(await read(personId));
  const concurrent = await Promise.all([...ids, ...ids].map(read));
  assertEqual(concurrent, [...alone, ...alone], "people and agreements, read concurrently");
  const [own = [], other = []] = alone.map(({ agreements }) => agreements);
  for (const { agreementId, name, context } of own) {
    const shared = other.find((one) => one.agreementId === agreementId);
    if (shared === undefined) continue;
    const seen = [shared.name, shared.context];
    assertEqual(seen, [name, context], `name and context of ${agreementId} for another person`);
  }
};
