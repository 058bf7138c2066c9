import type { ServerResponse } from "node:http";
import { signResponse } from "@varde/protocol";
import type { Awaitable } from "@varde/storage";
import type { Bank } from "../bank.ts";
import type { Answer } from "../request/answer.ts";
import type { RequestHeaders } from "../request/request-headers.ts";
import { sendAnswer } from "./send-answer.ts";

/**
 * Sends an answer under the id of its request, signed if the bank signs all answers or the caller
 * asked for it (SIG-36). A refusal is no exception, one that leads to no operation neither.
 */
export const sendReply = (
  response: ServerResponse,
  answer: Answer,
  more: Readonly<Record<string, string>>,
  asked: RequestHeaders,
  bank: Bank,
): Awaitable<void> => {
  const requestId = wellFormedRequestId(asked);
  if (isSigned(asked, bank)) return sendSigned(response, answer, more, requestId, bank);
  const named = requestId === "" ? more : { ...more, "x-request-id": requestId };
  return sendAnswer(response, answer, named);
};

const sendSigned = async (
  response: ServerResponse,
  answer: Answer,
  more: Readonly<Record<string, string>>,
  requestId: string,
  bank: Bank,
): Promise<void> => {
  const body = await wholeBody(answer);
  const signature = await signatureOf(body, requestId, bank);
  const { status, headers = {} } = answer;
  return sendAnswer(response, { status, body, headers }, { ...more, ...signature });
};

/** What could not be read as an id is not sent back: it might not even be a header's text. */
const wellFormedRequestId = (asked: RequestHeaders): string => {
  const requestId = asked.get("x-request-id") ?? "";
  return /^[\x21-\x7e]{1,128}$/.test(requestId) ? requestId : "";
};

/** A digest is made over all of a body, so a signed list is held at once after all. */
const wholeBody = async (answer: Answer): Promise<string | undefined> =>
  answer.pieces === undefined ? answer.body : (await Array.fromAsync(answer.pieces)).join("");

const isSigned = (asked: RequestHeaders, bank: Bank): boolean => {
  const { responseSigning } = bank.configuration;
  if (bank.responseSigner === undefined || responseSigning === "off") return false;
  return responseSigning === "always" || asked.has("accept-signature");
};

const signatureOf = async (body: string | undefined, requestId: string, bank: Bank) => {
  const identity = await bank.responseSigner?.readResponseIdentity();
  if (identity === undefined) return {};
  const { key, certificate } = identity;
  const atMs = bank.clock.machineNow();
  return signResponse({ requestId, body: body ?? "", key, certificate, atMs });
};
