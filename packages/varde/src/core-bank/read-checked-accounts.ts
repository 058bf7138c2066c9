import type { CheckedAccounts } from "@varde/core-bank-http/check";
import { isInvalid, parseJson } from "@varde/protocol";
import { dataSet } from "@varde/sandbox";
import { CommandFailed } from "../command.ts";
import { readFileBytes } from "../read-file.ts";

const { kari, ola } = dataSet.people;

/** Accounts and customers of `varde core-bank`. */
const dataSetAccounts: CheckedAccounts = {
  worldId: "bank",
  debtorBban: kari.current.bban,
  creditorBban: ola.current.bban,
  otherBankBban: dataSet.payees.power.bban,
  rejectingBban: "99809900106",
  customerNumber: kari.customerNumber,
  otherCustomerNumber: ola.customerNumber,
};

const optionalNames = new Set(["otherBankBban", "rejectingBban"]);

/** Reads the accounts that a check uses from a file; without one, they are of the data set. */
export const readCheckedAccounts = (path: string | undefined): CheckedAccounts => {
  if (path === undefined) return dataSetAccounts;
  const value = parseJson(readFileBytes(path));
  if (isInvalid(value)) throw new CommandFailed(`${path} ${value.reason}.`);
  const given: Readonly<Record<string, unknown>> = Object(value);
  const faults = Object.keys(dataSetAccounts).filter((name) =>
    given[name] === undefined ? !optionalNames.has(name) : typeof given[name] !== "string",
  );
  if (faults.length > 0) {
    throw new CommandFailed(`${path} needs a text for ${faults.join(", ")}.`);
  }
  return given as unknown as CheckedAccounts;
};
