import { randomInt } from "node:crypto";
import { isInvalid, isRecord, parseIdentityNumber } from "@varde/protocol";
import {
  describeResponse,
  type Exchange,
  isAccepted,
  jsonOf,
  linkOf,
  statusOf,
} from "../../wire/exchange.ts";
import type { Check, Scene } from "../check.ts";
import { pathFromLink, psuHeaders, readFor } from "../request-kinds.ts";
import { flowsIn } from "../rows.ts";

const flow = flowsIn("SBX");
const customersPath = "/v1/sandbox/customers";

type Customer = Readonly<Record<string, unknown>>;

const customersIn = (listed: Exchange): readonly Customer[] => {
  const body = jsonOf(listed);
  return Array.isArray(body) ? body.filter(isRecord) : [];
};

const listCustomers = async (scene: Scene, query = ""): Promise<readonly Customer[]> => {
  const listed = await readFor(scene, `${customersPath}${query}`);
  scene.must(isAccepted(listed), describeResponse(listed));
  return customersIn(listed);
};

const texts = ["customerId", "customerNumber", "customerType", "customerName"];
const lists = ["agreements", "accounts", "cardAccounts"];

const listsCustomers = async (scene: Scene): Promise<void> => {
  const customers = await listCustomers(scene);
  scene.must(customers.length > 0, "the response is not a list of customers");
  for (const name of texts) {
    const isThere = customers.every((customer) => typeof customer[name] === "string");
    scene.must(isThere, `a customer has no ${name}`);
  }
  for (const name of lists) {
    const isThere = customers.every((customer) => Array.isArray(customer[name]));
    scene.must(isThere, `a customer has no list ${name}`);
  }
  const types = customers.map(({ customerType }) => customerType);
  const isKnown = types.every((type) => type === "PRIVATE" || type === "CORPORATE");
  scene.must(isKnown, "customerType is neither PRIVATE nor CORPORATE");
  scene.note(`${customers.length} customers`);
};

const countIn = (customers: readonly Customer[], name: string): number =>
  customers.reduce((sum, customer) => {
    const list = customer[name];
    return sum + (Array.isArray(list) ? list.length : 0);
  }, 0);

const filtersLists = async (scene: Scene): Promise<void> => {
  const whole = await listCustomers(scene);
  for (const [query, name] of [
    ["withAccounts", "accounts"],
    ["withAgreements", "agreements"],
  ] as const) {
    scene.precondition(countIn(whole, name) > 0, `no customer has ${name}`);
    const shown = await listCustomers(scene, `?${query}=false`);
    scene.must(shown.length > 0, `${query}=false lists no customers`);
    scene.must(countIn(shown, name) === 0, `${query}=false still lists ${name}`);
  }
};

/** The wire adds X-Request-ID, Date, certificate and signature to each request. */
const needsFewHeaders = async (scene: Scene): Promise<void> => {
  const full = await readFor(scene, customersPath);
  scene.precondition(isAccepted(full), describeResponse(full));
  const bare = await scene.send({ method: "GET", path: customersPath, headers: {} });
  scene.must(isAccepted(bare), `without other headers: ${describeResponse(bare)}`);
};

/** Returns a synthetic identity number: 80 is added to the month. */
const makeCustomerNumber = (): string => {
  for (;;) {
    const digits = (count: number) => String(randomInt(10 ** count)).padStart(count, "0");
    const number = `${10 + randomInt(18)}${81 + randomInt(9)}${digits(2)}${digits(5)}`;
    if (!isInvalid(parseIdentityNumber(number))) return number;
  }
};

const createsCustomer = async (scene: Scene): Promise<void> => {
  const headers = psuHeaders(scene);
  const customerNumber = makeCustomerNumber();
  const body = { customerNumber, name: "Conformance Check", type: "PRIVATE" };
  const made = await scene.send({ method: "POST", path: customersPath, headers, body });
  scene.must(isAccepted(made), describeResponse(made));
  if (!isAccepted(made)) return;
  const numbers = (await listCustomers(scene)).map((customer) => customer.customerNumber);
  scene.must(numbers.includes(customerNumber), "the new customer is not listed");
  const path = pathFromLink(linkOf(made, "self"));
  if (path === undefined) return scene.note("the customer has no self link, so it is left");
  const deleted = await scene.send({ method: "DELETE", path, headers });
  if (!isAccepted(deleted)) scene.note(`the customer is left: ${describeResponse(deleted)}`);
};

const isAbsent = async (scene: Scene): Promise<void> => {
  const served = await readFor(scene, "/v1/user");
  scene.precondition(isAccepted(served), `/v1/user: ${describeResponse(served)}`);
  const absent = await readFor(scene, customersPath);
  scene.must(statusOf(absent) === 404, `${describeResponse(absent)}, not 404`);
};

const sandbox = { needs: ["sandbox"], gate: "gate-sca" } as const;

/** Checks of a sandbox's test data. Nothing is reset: that would delete other people's data. */
// biome-ignore format: rows of a table
export const sandboxFlows: readonly Check[] = [
  flow("sbx-list", "END-08 CUS-01 CUS-03 CUS-04", "lists customers with ids, types and accounts",
    listsCustomers, sandbox),
  flow("sbx-filters", "END-10 END-11", "leaves out accounts and agreements on request",
    filtersLists, sandbox),
  flow("sbx-headers", "END-12", "lists customers without any headers of a PSU", needsFewHeaders,
    sandbox),
  flow("sbx-create", "END-22 END-09", "creates a customer and lists it", createsCustomer, sandbox),
  flow("sbx-absent", "GEN-12", "has no sandbox operations in production", isAbsent,
    { needs: ["production"], gate: "gate-sca" }),
];
