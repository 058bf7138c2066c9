import type { RuleSection } from "@varde/bank/contracts";
import type { ContractId } from "../contract/contract-calls.ts";
import {
  executesLargeList,
  executesNothing,
  type HttpTrial,
  hasPrices,
  ignoresUnknown,
  refusesMissing,
  refusesNoJson,
  refusesOtherBody,
  refusesStrangers,
  refusesUnknown,
  refusesWrongType,
  repeatsOutcome,
  returnsNoNull,
} from "./http-checks.ts";

const skipReason = ({ options: { tls, oauth } }: HttpTrial): string | undefined =>
  tls?.certificate === undefined && oauth === undefined
    ? "the check has no certificate and no client of its own"
    : undefined;

/** Rules that only HTTP has; those of the ports are in `@varde/bank/contracts`. */
export const httpRules: RuleSection<HttpTrial, ContractId> = {
  name: "HTTP",
  title: "HTTP",
  rules: [
    {
      statement: "refuses a body that is not JSON with 400",
      text:
        "A body that is empty, is not valid JSON in UTF-8 or is not an object is refused with " +
        "400.",
      about: [],
      check: refusesNoJson,
    },
    {
      statement: "refuses a missing field with 400",
      text:
        "A request without a field that its schema requires is refused with 400, before anything " +
        "is looked up.",
      about: [],
      check: refusesMissing,
    },
    {
      statement: "refuses a field of the wrong type with 400",
      text:
        "A field that does not match its schema is refused with 400, before anything is looked " +
        'up: an id that is a number, and an amount that is a number, null, empty or "1.00".',
      about: [],
      check: refusesWrongType,
    },
    {
      statement: "returns 404 for an unknown path, and 405 for another method than POST",
      text:
        "A path that the contract does not have is refused with 404, and another method than " +
        "POST at a path that it has with 405.",
      about: [],
      check: refusesUnknown,
    },
    {
      statement: "ignores fields that it does not know",
      text:
        "Fields of a request that you do not know are ignored, because a later version of Varde " +
        "may send more.",
      about: [],
      check: ignoresUnknown,
    },
    {
      statement: "returns JSON without null",
      text:
        "A response is a JSON object with the content type application/json. A value that is " +
        "missing is a missing field, never null.",
      about: [],
      check: returnsNoNull,
    },
    {
      statement: "returns the outcome again for the same key and the same body",
      text:
        "The same instructions with the same attempts, submitted again, return 200, and no money " +
        "moves. The outcomes are the same, or the end of a payment that was pending or sent.",
      about: ["submitAll"],
      needs: ["PAYMENTS-3"],
      check: repeatsOutcome,
    },
    {
      statement: "refuses the same key with another body with 409, and nothing moves",
      text:
        "An instructionId that comes again with another amountMinor is refused with the status " +
        "409, and with no other; PAYMENTS-5 lists the fields that are compared.",
      about: ["submitAll"],
      needs: ["PAYMENTS-5"],
      check: refusesOtherBody,
    },
    {
      statement: "executes nothing of a list that it refuses",
      text:
        "If an instruction of a list is refused with 409, no other of the list is executed, " +
        "neither those before it nor those after it.",
      about: ["submitAll"],
      needs: ["HTTP-8"],
      check: executesNothing,
    },
    {
      statement: "executes 200 instructions of one request",
      text:
        "A batch submits up to 200 instructions in one request. All are executed, and 200 " +
        "outcomes returned, within the time limit of a call.",
      about: ["submitAll"],
      needs: ["PAYMENTS-7"],
      check: executesLargeList,
    },
    {
      statement: "has a fee for every route, and the rate 1000000 for NOK",
      text:
        "fees has at least one entry for each of the routes own-bank, instant, clearing and " +
        'cross-border, with feeMinor "0" where you charge nothing. rates has NOK with ratePpm ' +
        '"1000000".',
      about: ["readPriceList"],
      check: hasPrices,
    },
    {
      statement: "refuses a caller without credentials",
      text:
        "A caller without Varde's client certificate or without a valid token gets 401 or 403, " +
        "or no TLS connection.",
      about: [],
      skipped: skipReason,
      check: refusesStrangers,
    },
  ],
};
