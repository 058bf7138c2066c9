import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type PaymentProduct, paymentProducts, paymentSchemas } from "@varde/protocol";
import { omittedFields, toInstruction } from "../../../src/payments/execute/to-instruction.ts";
import { readOrder } from "../../../src/payments/payment-order.ts";
import type { StoredPaymentBody } from "../../../src/payments/stored-body.ts";
import type { Initiation } from "../../../src/ports/core-bank.ts";
import { aStoredPayment } from "../../a-stored-payment.ts";

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
}

/** Lists the pointers of all fields of a schema; `*` stands for any item of a list. */
const listFields = (schema: JsonSchema, at = ""): readonly string[] => {
  const { properties, items, anyOf, allOf } = schema;
  const inside = [
    ...Object.entries(properties ?? {}).flatMap(([name, field]) =>
      listFields(field, `${at}/${name}`),
    ),
    ...(items === undefined ? [] : listFields(items, `${at}/*`)),
    ...[...(anyOf ?? []), ...(allOf ?? [])].flatMap((part) => listFields(part, at)),
  ];
  return inside.length === 0 ? [at] : [...new Set(inside)];
};

const base = {
  instructedAmount: { amount: "1.00", currency: "NOK" },
  creditorName: "Ola Nordmann",
  creditorAccount: { bban: "12345678903" },
  debtorAccount: { bban: "95360573002" },
};

/** Values of fields that cannot be just any text, as sent and as the instruction has them. */
const particular: Readonly<Record<string, readonly [sent: string, found: string]>> = {
  "/instructedAmount/amount": ["4321.09", "432109"],
  "/instructedAmount/currency": ["SEK", "SEK"],
};

/** Returns a body with this field; the other fields of an object stay only if they must. */
const bodyWith = (path: string, value: string): StoredPaymentBody => {
  const [name = "", ...rest] = path.split("/").slice(1);
  const nested = rest.reduceRight<unknown>(
    (inner, key) => (key === "*" ? [inner] : { [key]: inner }),
    value,
  );
  const others = /^\/(instructedAmount|debtorAccount)/.test(path)
    ? base[name as "debtorAccount"]
    : {};
  const field =
    typeof nested === "object" && !Array.isArray(nested) ? { ...others, ...nested } : nested;
  return { ...base, [name]: field } as StoredPaymentBody;
};

const instruct = (product: PaymentProduct, body: StoredPaymentBody): string => {
  const { amountMinor, currency } = readOrder(body);
  const payment = {
    ...aStoredPayment("w", 1),
    product,
    body: JSON.stringify(body),
    amountMinor,
    currency,
  };
  const instruction = toInstruction(payment, undefined, { initiation: {} as Initiation });
  return JSON.stringify(instruction, (_name, value) =>
    typeof value === "bigint" ? String(value) : value,
  );
};

/** The fields of each product and service. Those of a bulk's items are like those of a payment. */
const fieldsByProduct = Object.entries(paymentProducts).flatMap(([product, { services }]) =>
  services.map((service) => {
    const schema = paymentSchemas(product as PaymentProduct, service)?.body as JsonSchema;
    const fields = listFields(schema).map((path) => path.replace(/^\/payments\/\*/, ""));
    return { product: product as PaymentProduct, service, fields };
  }),
);

describe("an instruction", () => {
  for (const { product, service, fields } of fieldsByProduct) {
    test(`contains every field of ${product} ${service} that is not listed as left out`, () => {
      const missing = fields.filter((path, index) => {
        const [sent, found] = particular[path] ?? [`Mark ${index}x`, `Mark ${index}x`];
        return !(path in omittedFields) && !instruct(product, bodyWith(path, sent)).includes(found);
      });
      assert.deepEqual(missing, []);
    });
  }

  test("leaves out only fields that some product has", () => {
    const known = new Set(fieldsByProduct.flatMap(({ fields }) => fields));
    assert.deepEqual(
      Object.keys(omittedFields).filter((path) => !known.has(path)),
      [],
    );
  });

  test("has texts as they are sent to clearing, except those for the authorities", () => {
    const instruction = instruct("NCBCT", {
      ...base,
      creditorName: "Łoś",
      creditorAddress: { country: "PL", city: "Łódź" },
      regulatoryReportingInformation: "Łódź",
    } as StoredPaymentBody);
    const { creditor, regulatoryReporting } = JSON.parse(instruction);
    assert.doesNotMatch(creditor.name + creditor.address.city, /Ł/);
    assert.deepEqual(regulatoryReporting, { information: "Łódź" });
  });
});
