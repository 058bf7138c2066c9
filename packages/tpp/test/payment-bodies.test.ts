import assert from "node:assert/strict";
import { test } from "node:test";
import type { PaymentProduct, PaymentService, ProductBody } from "@varde/protocol";
import type {
  BulkPaymentBodies,
  DomesticPayment,
  PaymentBodies,
  PeriodicPaymentBodies,
} from "../src/index.ts";

/** True if every value of the SDK's type is one of the interface's, with equal fields. */
type Refines<Own, Body> = [Own, keyof Body] extends [Body, keyof Own] ? true : false;

/** True if this holds for each product of a service. */
type AllRefine<Bodies, Service extends PaymentService> = [
  {
    [Product in keyof Bodies & PaymentProduct]: Refines<
      Bodies[Product],
      ProductBody<Product, Service>
    >;
  }[keyof Bodies & PaymentProduct],
] extends [true]
  ? true
  : never;

// The compiler checks these.
const refinements: readonly true[] = [
  true satisfies AllRefine<PaymentBodies, "payments">,
  true satisfies AllRefine<BulkPaymentBodies, "bulk-payments">,
  true satisfies AllRefine<PeriodicPaymentBodies, "periodic-payments">,
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

// Also checked by the compiler: an expected error that does not occur fails `tsc`.
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
  assert.equal(refinements.length, 3);
  assert.deepEqual([allowed.length, refused.length], [4, 3]);
});
