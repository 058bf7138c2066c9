import type { SigningMandates } from "../ports/signing-mandates.ts";
import { bindSections, type ContractRule, type RuleSection } from "./contract.ts";
import {
  countsOnce,
  decidesMany,
  decidesNothing,
  isCompleteWithBoth,
  limitsDay,
  limitsPayment,
  listsSigners,
  type MandateTrial,
  needsAnother,
  openMandateTrial,
  refusesPreparer,
  refusesStrangers,
  refusesViewer,
  type SigningMandatesSubject,
  signsNothing,
} from "./signing-mandates-checks.ts";

export type { SigningMandatesSubject };

const lacksPreparer = ({ preparer }: MandateTrial) =>
  preparer === undefined ? "no person who only prepares was given" : undefined;
const lacksViewer = ({ viewer }: MandateTrial) =>
  viewer === undefined ? "no person who may only see the account was given" : undefined;
const lacksAlone = ({ alone }: MandateTrial) =>
  alone === undefined ? "no person who signs alone was given" : undefined;

/** All rules for the port `signingMandates`. */
export const signingMandatesSections: readonly RuleSection<MandateTrial, keyof SigningMandates>[] =
  [
    {
      name: "MANDATE",
      title: "Mandates of companies",
      rules: [
        {
          statement: "decides nothing if it is asked about nothing",
          text:
            "An empty list of requests gets an empty list of decisions. Varde sends one when it " +
            "starts.",
          about: ["decide"],
          check: decidesNothing,
        },
        {
          statement: "needs another person after the first, whoever that is",
          text:
            "Where two people must sign, the first one gets more, with the number of people that " +
            "are missing after that.",
          about: ["decide"],
          check: needsAnother,
        },
        {
          statement: "is complete when both have signed, in either order",
          text:
            "The person who signs last gets complete, whoever has signed before. There is one " +
            "decision for each request, in their order.",
          about: ["decide"],
          needs: ["MANDATE-2"],
          check: isCompleteWithBoth,
        },
        {
          statement: "does not count a person twice",
          text:
            "A person whom signedBy names gets may-not-sign because of signed-already, however " +
            "often signedBy names them. One person has one personId, also if they have several " +
            "customer numbers.",
          about: ["decide"],
          check: countsOnce,
        },
        {
          statement: "never takes an unknown person for a signer",
          text:
            "An unknown person gets may-not-sign, and does not count if signedBy names them. The " +
            "same holds for people whose mandate you have withdrawn.",
          about: ["decide"],
          needs: ["MANDATE-3"],
          check: refusesStrangers,
        },
        {
          statement: "refuses a person who may only prepare",
          text:
            "A person who may prepare payments and not sign them gets may-not-sign because of " +
            "prepare-only, and does not count if signedBy names them.",
          about: ["decide"],
          needs: ["MANDATE-3"],
          skipped: lacksPreparer,
          check: refusesPreparer,
        },
        {
          statement: "lets a person sign alone up to the limit of a payment, and not above",
          text:
            "A person with a limit signs alone if nokMinor is the limit of a payment or less, " +
            "and not if it is one øre more: then more people must sign, or the person gets " +
            "may-not-sign because of over-limit.",
          about: ["decide"],
          needs: ["MANDATE-3"],
          skipped: lacksAlone,
          check: limitsPayment,
        },
        {
          statement: "adds what a person has signed today to the limit of a day",
          text:
            "A person with a limit of a day signs alone if signedTodayNokMinor and totalNokMinor " +
            "together are the limit or less. totalNokMinor of a bulk is its sum.",
          about: ["decide"],
          needs: ["MANDATE-7"],
          skipped: lacksAlone,
          check: limitsDay,
        },
        {
          statement: "decides the same when it is asked again, because asking signs nothing",
          text:
            "The same requests get the same decisions, however often they come: nobody has " +
            "signed and no limit is used because you were asked. Only signedBy and " +
            "signedTodayNokMinor say what has been signed through Varde.",
          about: ["decide"],
          needs: ["MANDATE-3", "MANDATE-7"],
          check: signsNothing,
        },
        {
          statement: "lists who could sign next, without those who have",
          text:
            "The people who are listed are those whom decide would not refuse. Those who have " +
            "signed, may only prepare or may only see the account are left out.",
          about: ["listSigners"],
          check: listsSigners,
        },
        {
          statement: "refuses a person who may only see the account",
          text:
            "A person who may see the account, and neither prepare nor sign, gets may-not-sign " +
            "because of view-only, and does not count if signedBy names them.",
          about: ["decide"],
          needs: ["MANDATE-3"],
          skipped: lacksViewer,
          check: refusesViewer,
        },
        {
          statement: "decides about 100 payments at once, each by itself",
          text:
            "A basket of 100 payments is decided in one call, within the time limit of a call. " +
            "Requests of one call do not count for each other.",
          about: ["decide"],
          needs: ["MANDATE-3"],
          check: decidesMany,
        },
      ],
    },
  ];

/** Returns the rules for the port `signingMandates`. */
export const signingMandatesContract = (subject: SigningMandatesSubject): readonly ContractRule[] =>
  bindSections(signingMandatesSections, openMandateTrial(subject));
