import type { PsuDirectory } from "../ports/psu-directory.ts";
import { bindSections, type ContractRule, type RuleSection } from "./contract.ts";
import {
  allowsInContext,
  allowsListed,
  allowsUnder,
  type DirectoryTrial,
  decidesIndependently,
  findsCustomers,
  findsNobody,
  listsOnce,
  openTrial,
  type PsuDirectorySubject,
  refusesOthers,
  refusesUnknown,
  separatesPeople,
} from "./psu-directory-checks.ts";

export type { PsuDirectorySubject };

/** All rules for the port `psuDirectory`. */
export const psuDirectorySections: readonly RuleSection<DirectoryTrial, keyof PsuDirectory>[] = [
  {
    name: "DIRECTORY",
    title: "Customers",
    rules: [
      {
        statement: "finds a customer by number, and reads them by id",
        text:
          "A customer is found by the national identity number and by your own customer number, " +
          "with the same personId and name each time. readPerson returns the same name for that " +
          "personId.",
        about: ["findPerson", "readPerson"],
        check: findsCustomers,
      },
      {
        statement: "finds nobody with an unknown number or id",
        text:
          "Nobody is found by an unknown number, a part of a number or an empty string: 200 " +
          "without a person. An unknown personId is 200 without a person, or with an empty list " +
          "of agreements.",
        about: ["findPerson", "readPerson", "listAgreements"],
        check: findsNobody,
      },
      {
        statement: "lists each agreement and each of its accounts once",
        text:
          "Each agreement that the person may act under is listed once, and each of its accounts " +
          "once.",
        about: ["listAgreements"],
        check: listsOnce,
      },
      {
        statement: "allows the accounts of a person's agreements",
        text:
          "mayUse is true for every account of every agreement that is listed for the person: " +
          "without agreementId and context, with the agreement's id, with its context, and with " +
          "both.",
        about: ["mayUseAccount", "listAgreements"],
        check: allowsListed,
      },
      {
        statement: "allows an account only under an agreement that covers it",
        text:
          "With agreementId, mayUse is true only if that agreement of the person has the " +
          "account. It is false for an unknown agreement.",
        about: ["mayUseAccount"],
        needs: ["DIRECTORY-4", "DIRECTORY-7"],
        check: allowsUnder,
      },
      {
        statement: "allows an account only in a context that has it",
        text:
          "With context and without agreementId, mayUse is true only if an agreement of the " +
          "person in that context has the account.",
        about: ["mayUseAccount"],
        needs: ["DIRECTORY-4", "DIRECTORY-7"],
        check: allowsInContext,
      },
      {
        statement: "does not allow another customer's account",
        text:
          "mayUse is false for an account that no agreement of the person has, whichever " +
          "agreement is named, and for an unknown account.",
        about: ["mayUseAccount"],
        check: refusesOthers,
      },
      {
        statement: "allows nothing to an unknown person",
        text: "mayUse is false for an unknown person.",
        about: ["mayUseAccount"],
        needs: ["DIRECTORY-7"],
        check: refusesUnknown,
      },
      {
        statement: "decides about concurrent callers independently",
        text:
          "Calls for different people at the same time get the results for the person that each " +
          "names.",
        about: ["findPerson", "mayUseAccount"],
        needs: ["DIRECTORY-4", "DIRECTORY-7"],
        check: decidesIndependently,
      },
      {
        statement: "returns the name and the agreements of the requested person only",
        text:
          "Two customers have two personIds. Names and agreements are those of the requested " +
          "person, also when calls for several people run at the same time. An agreement that " +
          "two people act under has the same name and context for both.",
        about: ["readPerson", "listAgreements"],
        needs: ["DIRECTORY-1"],
        check: separatesPeople,
      },
    ],
  },
];

/** Returns the rules for the port `psuDirectory`. */
export const psuDirectoryContract = (subject: PsuDirectorySubject): readonly ContractRule[] =>
  bindSections(psuDirectorySections, openTrial(subject));
