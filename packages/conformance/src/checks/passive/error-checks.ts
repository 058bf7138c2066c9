import { isRecord, tppMessageCodes } from "@varde/protocol";
import { codeOf, type Exchange, jsonOf, statusOf, valueAt } from "../../wire/exchange.ts";
import type { Check } from "../check.ts";

const textLengthMax = 512;
const codes: ReadonlySet<unknown> = new Set(tppMessageCodes);
const categories: ReadonlySet<unknown> = new Set(["ERROR", "WARNING"]);

const messagesOf = (exchange: Exchange): readonly unknown[] => {
  const messages = valueAt(exchange, "tppMessages");
  return Array.isArray(messages) ? messages : [];
};

const isRefusal = (exchange: Exchange): boolean => statusOf(exchange) >= 400;

const findMessageFault = (message: unknown): string | undefined => {
  if (!isRecord(message)) return "a message is not an object";
  const { category, code, text } = message;
  if (!categories.has(category)) return `the category is ${JSON.stringify(category)}`;
  if (!codes.has(code)) return `the code ${JSON.stringify(code)} is not on the published list`;
  if (typeof text === "string" && text.length > textLengthMax) {
    return `the text has ${text.length} characters, more than ${textLengthMax}`;
  }
  return undefined;
};

/** Words of a program's error that no response of a bank should show. */
const leakedWords = [
  "node_modules",
  "/src/",
  "Traceback (most recent call last)",
  "Exception in thread",
  ".java:",
  "ORA-0",
  "SQLSTATE",
];

/** Checks of every refusal of the run. */
export const errorChecks: readonly Check[] = [
  {
    kind: "passive",
    id: "err-shape",
    group: "ERR",
    rules: ["ERR-01", "RSP-10", "RSP-11", "RSP-13"],
    says: "writes messages with a category, a published code and a text of at most 512 characters",
    appliesTo: (exchange) => messagesOf(exchange).length > 0,
    fault: (exchange) =>
      messagesOf(exchange)
        .map(findMessageFault)
        .find((fault) => fault !== undefined),
  },
  {
    kind: "passive",
    id: "err-messages",
    group: "ERR",
    rules: ["ERR-07"],
    says: "explains every refusal with tppMessages",
    appliesTo: isRefusal,
    fault: (exchange) =>
      messagesOf(exchange).length === 0 ? `${statusOf(exchange)} without tppMessages` : undefined,
  },
  {
    kind: "passive",
    id: "err-5xx",
    group: "ERR",
    rules: ["ERR-12"],
    says: "never responds to a request of the kit with a failure of its own",
    appliesTo: ({ response }) => response !== undefined,
    fault: (exchange) =>
      statusOf(exchange) >= 500 ? `${statusOf(exchange)} ${codeOf(exchange) ?? ""}` : undefined,
  },
  {
    kind: "passive",
    id: "err-leak",
    group: "ERR",
    rules: ["ERR-12"],
    says: "shows nothing of its program in a refusal",
    appliesTo: isRefusal,
    fault: (exchange) => {
      const leaked = leakedWords.find((words) => exchange.response?.body.includes(words));
      return leaked && `the body contains "${leaked}"`;
    },
  },
  {
    kind: "passive",
    id: "rsp-media",
    group: "ERR",
    rules: ["GEN-06", "GEN-07"],
    says: "sends every body as JSON in UTF-8",
    appliesTo: ({ response }) => response !== undefined && response.body !== "",
    fault: (exchange) => {
      const type = exchange.response?.headers.find(([name]) => /^content-type$/i.test(name))?.[1];
      if (!/json/i.test(type ?? "")) return `Content-Type is ${type ?? "missing"}`;
      if (/charset=(?!"?utf-8)/i.test(type ?? "")) return `Content-Type is ${type}`;
      if (exchange.response?.body.includes("\ufffd")) return "the body is not UTF-8";
      return jsonOf(exchange) === undefined ? "the body is not JSON" : undefined;
    },
  },
];
