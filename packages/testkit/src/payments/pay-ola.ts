import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { dataSet } from "@varde/sandbox";
import { callHeaders } from "../psu/a-session.ts";
import type { RawTpp } from "../tpp/raw-tpp.ts";
import { aPayment, ndct } from "./a-payment.ts";

const { ola } = dataSet.people;

/** Creates a payment to Ola, and returns it with the path of its SCA page. */
export const payOla = async (
  tpp: RawTpp,
): Promise<{ readonly paymentId: string; readonly path: string }> => {
  const creditorAccount = { bban: ola.current.bban, currency: "NOK" };
  const created = await tpp.send({
    path: ndct,
    body: aPayment({ creditorName: ola.name, creditorAccount }),
    headers: { ...callHeaders(randomUUID()), "PSU-Context": "PRIVATE" },
  });
  assert.equal(created.status, 201, created.text);
  const { paymentId, _links } = created.json;
  return { paymentId, path: new URL(_links.scaRedirect.href).pathname };
};
