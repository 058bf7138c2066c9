import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readPayment } from "@varde/bank";
import type { ControlResponse } from "@varde/protocol";
import { ControlRefused } from "../control-refused.ts";
import { callFromDesk, type Desk } from "./signing-desk.ts";

const amount = { amount: "249.50", currency: "NOK" };

/** Creates a payment as a TPP of the sandbox, for someone who sees the bank for the first time. */
export const createFirstPayment = async (
  desk: Desk,
): Promise<ControlResponse<"createFirstPayment">> => {
  const { kari, ola } = desk.dataSet.people;
  const { tpp, response } = await callFromDesk(
    {
      method: "POST",
      target: "/v1/payments/norwegian-domestic-credit-transfers?allowLogicalDuplicate=true",
      headers: {
        "TPP-Session-ID": randomUUID(),
        "TPP-Redirect-URI": `${desk.bank.configuration.publicUrl}/docs/callback`,
        "PSU-IP-Address": "192.0.2.7",
        "PSU-Context": "PRIVATE",
        "X-Accept-Fix": "amount-as-string",
      },
      body: JSON.stringify({
        instructedAmount: amount,
        debtorAccount: { bban: kari.current.bban, currency: "NOK" },
        creditorName: ola.name,
        creditorAccount: { bban: ola.current.bban, currency: "NOK" },
        creditorAddress: { country: "NO" },
        remittanceInformationUnstructured: "First payment",
      }),
    },
    desk,
  );
  const { paymentId, _links } = JSON.parse(response.body);
  if (response.status !== 201) throw new ControlRefused(`the bank refused: ${response.body}`);
  const created = await desk.bank.storage.read(() => readPayment(paymentId));
  assert(created !== undefined, "the bank stores a payment before it responds");
  return {
    tpp: tpp.name,
    worldId: created.worldId,
    paymentId,
    scaRedirect: _links.scaRedirect.href,
    customer: kari.name,
    customerNumber: kari.customerNumber,
  };
};
