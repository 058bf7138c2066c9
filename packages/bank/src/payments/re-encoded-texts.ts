import assert from "node:assert/strict";
import { isInvalid, isSentUnchanged, limits, namesOf, parseSentText } from "@varde/protocol";
import type { StoredPaymentBody } from "./stored-body.ts";

/** A text that is not sent to clearing as the TPP wrote it. */
export interface ReEncodedText {
  /** Pointer to the field. */
  readonly path: string;
  readonly sent: string;
}

/** Returns what is sent to clearing for a text of an order. */
export const sentText = (text: string): string => {
  const sent = parseSentText(text);
  assert(!isInvalid(sent), "the request checks accept only text that can be sent");
  return sent;
};

/** Returns what is sent for the free text, which is cut to the length of its field. */
export const sentRemittance = (text: string): string =>
  isSentUnchanged(text)
    ? text
    : [...sentText(text)].slice(0, limits.remittanceUnstructuredCharactersMax).join("");

/** Lists the texts in the JSON of an order or of a bulk that are not sent as they are. */
export const reEncodedTexts = (bodyJson: string): readonly ReEncodedText[] => {
  // An escape may stand for any character.
  if (isSentUnchanged(bodyJson) && !bodyJson.includes("\\")) return [];
  const body = JSON.parse(bodyJson) as StoredPaymentBody & {
    readonly payments?: readonly StoredPaymentBody[];
  };
  return body.payments === undefined
    ? ofOrder(body, "")
    : body.payments.flatMap((order, index) => ofOrder(order, `/payments/${index}`));
};

const ofOrder = (order: StoredPaymentBody, at: string): readonly ReEncodedText[] => {
  const texts = namesOf(order).map(([path, text]) => ({
    path,
    text,
    sent: text && sentText(text),
  }));
  const remittance = order.remittanceInformationUnstructured;
  return [
    ...texts,
    {
      path: "/remittanceInformationUnstructured",
      text: remittance,
      sent: remittance && sentRemittance(remittance),
    },
  ].flatMap(({ path, text, sent }) =>
    sent === undefined || sent === text ? [] : [{ path: `${at}${path}`, sent }],
  );
};
