import {
  type AgreementId,
  type PersonId,
  type Refusal,
  refuse,
  respondWith,
  type WorldId,
} from "@varde/bank";
import {
  type CustomerBody,
  isInvalid,
  isSyntheticIdentityNumber,
  isSyntheticOrganisationNumber,
  parseIdentityNumber,
  parseOrganisationNumber,
} from "@varde/protocol";
import { one, run, sql, type Unit } from "@varde/storage";
import { agreementTable, customerTable, personTable } from "../directory/directory-tables.ts";
import { lockWorld } from "../worlds/lock-world.ts";
import { type Customer, findCustomers } from "./customer-store.ts";
import type { DataOperation, DataParts } from "./data-parts.ts";
import { showCustomer } from "./list-customers.ts";

/** END-22: creates a customer, who can identify, consent and pay at once. */
export const createCustomer: DataOperation = async (context, parts) => {
  const { worldId } = parts;
  const body = context.body as CustomerBody;
  const notSynthetic = refuseRealNumber(body.customerNumber, parts);
  if (notSynthetic === "warn") context.warnings.push(realNumberWarning(body.customerNumber));
  else if (notSynthetic !== undefined) return notSynthetic;
  const customer = await storeCustomer(worldId, body, parts);
  if (customer === undefined) {
    return refuse({
      code: "CONFLICT",
      path: "/customerNumber",
      text: "This sandbox world already has a customer with this customerNumber.",
    });
  }
  return respondWith(201, await showCustomer(worldId, customer, parts));
};

/** Returns the warning about a number that may be real; nine digits are an organisation number. */
const realNumberWarning = (customerNumber: string): string =>
  customerNumber.length === 9
    ? "The customerNumber is not a synthetic organisation number, so it may be a real company's. " +
      "Use one that starts with 2 or 3."
    : "The customerNumber is not a synthetic identity number, so it may be a real person's. " +
      "Use one whose month is 40, 65 or 80 too high.";

const isSynthetic = (customerNumber: string): boolean => {
  const person = parseIdentityNumber(customerNumber);
  const company = parseOrganisationNumber(customerNumber);
  return (
    (!isInvalid(person) && isSyntheticIdentityNumber(person)) ||
    (!isInvalid(company) && isSyntheticOrganisationNumber(company))
  );
};

const refuseRealNumber = (
  customerNumber: string,
  { syntheticNumbers }: DataParts,
): Refusal | "warn" | undefined => {
  if (isSynthetic(customerNumber)) return undefined;
  if (syntheticNumbers === "preferred") return "warn";
  return refuse({
    code: "FORMAT_ERROR",
    path: "/customerNumber",
    text:
      "This sandbox accepts only synthetic numbers: an identity number whose month is 40, 65 or " +
      "80 too high, or an organisation number that starts with 2 or 3.",
  });
};

const storeCustomer = (
  worldId: WorldId,
  body: CustomerBody,
  { storage, ids }: DataParts,
): Promise<Customer | undefined> => {
  const customer: Customer = {
    customerId: ids.newId(),
    personId: ids.newId(),
    customerNumber: body.customerNumber,
    customerType: body.type.toUpperCase() as Customer["customerType"],
    name: body.name,
    personName: body.name,
  };
  const agreementId = ids.newId();
  return storage.write(() => insertIfFree(worldId, customer, agreementId));
};

/** Inserts a customer if the number is free. A private customer gets its agreement at once. */
function* insertIfFree(
  worldId: WorldId,
  customer: Customer,
  agreementId: AgreementId,
): Unit<Customer | undefined> {
  const { customerId, personId, customerNumber, customerType, name } = customer;
  yield* lockWorld(worldId);
  if ((yield* findCustomers(worldId, customerNumber)).length > 0) return undefined;
  const known = yield* one<{ person_id: PersonId }>(
    sql`select person_id from sandbox_person
      where world_id = ${worldId} and customer_number = ${customerNumber}`,
  );
  const person = known?.person_id ?? personId;
  yield* run(
    ...(known === undefined
      ? [personTable.insert({ worldId, personId, customerNumber, name })]
      : []),
    customerTable.insert({
      worldId,
      customerId,
      personId: person,
      customerType,
      name,
      isSeeded: false,
    }),
    ...(customerType === "PRIVATE"
      ? [
          agreementTable.insert({
            worldId,
            agreementId,
            ownerId: customerId,
            personId: person,
            context: "PRIVATE",
            name,
            signing: undefined,
          }),
        ]
      : []),
  );
  return { ...customer, personId: person };
}
