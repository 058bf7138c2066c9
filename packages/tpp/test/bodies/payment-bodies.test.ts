import assert from "node:assert/strict";
import { test } from "node:test";
import type {
  BulkNdctBody,
  CbctBody,
  IndctsBody,
  NcbctBody,
  NdctBody,
  PeriodicNdctBody,
  SctBody,
} from "@varde/protocol";
import type {
  BulkPayment,
  CrossBorderPayment,
  DomesticPayment,
  InstantPayment,
  NorwegianCrossBorderPayment,
  PeriodicPayment,
  SepaPayment,
} from "../../src/index.ts";

/** Compiles only if every value of the SDK's type is one of the interface's, with equal fields. */
type Refines<Own extends Body, Body> = [keyof Body] extends [keyof Own] ? true : never;

const refinements: readonly true[] = [
  true satisfies Refines<DomesticPayment, NdctBody>,
  true satisfies Refines<InstantPayment, IndctsBody>,
  true satisfies Refines<PeriodicPayment, PeriodicNdctBody>,
  true satisfies Refines<BulkPayment, BulkNdctBody>,
  true satisfies Refines<CrossBorderPayment, CbctBody>,
  true satisfies Refines<NorwegianCrossBorderPayment, NcbctBody>,
  true satisfies Refines<SepaPayment, SctBody>,
];

const fields = {
  instructedAmount: { amount: "10.00", currency: "NOK" },
  creditorName: "Ola Bråten",
  creditorAccount: { bban: "99901010117", currency: "NOK" },
  creditorAddress: { country: "NO" },
} as const;
const debtorAccount = { bban: "99901010028", currency: "NOK" } as const;
const card = { identification: "4925", schemeNameProprietary: "creditCardAccount" } as const;
const references = [{ reference: "12345674" }];

// The compiler checks these: an expected error that does not occur fails `tsc`.
const allowed: readonly DomesticPayment[] = [
  { ...fields, debtorAccount },
  { ...fields, debtorAccount: { other: card, currency: "NOK" } },
  { ...fields, debtorAccount, remittanceInformationUnstructured: "Seks glass" },
  { ...fields, debtorAccount, remittanceInformationStructuredArray: references },
];
const refused: readonly DomesticPayment[] = [
  // @ts-expect-error: neither bban nor other
  { ...fields, debtorAccount: { currency: "NOK" } },
  // @ts-expect-error: both bban and other
  { ...fields, debtorAccount: { ...debtorAccount, other: card } },
  // @ts-expect-error: both remittance forms
  {
    ...fields,
    debtorAccount,
    remittanceInformationUnstructured: "Seks glass",
    remittanceInformationStructuredArray: references,
  },
];

test("the types of payment bodies refuse what the interface refuses", () => {
  assert.equal(refinements.length, 7);
  assert.deepEqual([allowed.length, refused.length], [4, 3]);
});
