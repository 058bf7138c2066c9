import type { TestPsu } from "../psu/a-psu.ts";
import type { Chance } from "./chance.ts";

const idFields = ["paymentId", "authorisationId", "basketId", "customerId", "agreementId"] as const;
const keptMax = 20;

const likelyValues: Readonly<Record<string, readonly unknown[]>> = {
  amount: ["1.00", "2.50", "10.00", "99.99", "249.50", "100000.00", "1.0", "1e3"],
  currency: ["NOK", "NOK", "NOK", "NOK", "EUR", "JPY"],
  bban: ["99901010028", "99901010117", "99801014085", "99902020019", "99809900106", "86011117947"],
  iban: ["NO4699901010028", "DE89370400440532013000", "NO9386011117947", "NO6686011117948"],
  bic: ["DNBANOKK"],
  creditorAgent: ["COBADEFF", "DNBANOKK", "nope"],
  creditorName: ["Ola Bråten", "Holz GmbH", "Máret Porsáŋgu"],
  country: ["NO", "DE", "SE"],
  requestedExecutionDate: ["2027-01-15", "2026-12-24", "2020-01-01"],
  startDate: ["2027-01-15"],
  endDate: ["2027-12-15"],
  email: ["psd2@tpp.example"],
  customerNumber: ["15819000066", "15819000147", "03848420491", "25817510542"],
  owner: ["25817510542", "03848420491"],
  customer: ["25817510542", "03848420491"],
  type: ["PRIVATE", "corporate"],
  roles: ["VIEW", "REGISTER"],
  balanceType: ["closingBooked", "EXPECTED"],
  bookingDate: ["2026-10-01", "2026-09-30"],
  valueDate: ["2026-10-01", "2026-10-02"],
  transactionDate: ["2026-10-01"],
  maskedPan: ["525412******3241"],
  regulatoryReportingCode: ["14", "29"],
  debtorAccount: [
    { bban: "99901010028", currency: "NOK" },
    { bban: "99901010028", currency: "NOK" },
    { iban: "NO4699901010028", currency: "NOK" },
    { other: { identification: "990000000105", schemeNameProprietary: "creditCardAccount" } },
    { bban: "99901010117", currency: "NOK" },
  ],
  creditorAccount: [
    { bban: "99901010117", currency: "NOK" },
    { bban: "99801014085", currency: "NOK" },
    { iban: "DE89370400440532013000", currency: "EUR" },
    { iban: "NO9386011117947" },
  ],
  identification: ["990000000105"],
  account: [{ bban: "99901010028" }, { iban: "NO6299901010710" }],
};

/** Values for generated requests: ids from earlier responses, and values that may be accepted. */
export class Pools {
  readonly #ids = new Map<string, string[]>();
  readonly #psu: TestPsu;

  constructor(psu: TestPsu) {
    this.#psu = psu;
  }

  /** Stores the ids in a response; payment ids are stored by service and product. */
  learn(path: string, response: unknown): void {
    const records: unknown[] = Array.isArray(response) ? response.slice(0, 5) : [response];
    for (const record of records) {
      if (typeof record !== "object" || record === null) continue;
      const fields = record as Readonly<Record<string, unknown>>;
      for (const name of idFields) this.#keep(keyOf(name, path), fields[name]);
      for (const id of transactionIdsIn(fields)) this.#keep("transactionId", id);
      if (path.includes("/sandbox/agreements")) this.#keep("agreementId", fields.id);
    }
  }

  #keep(key: string, id: unknown): void {
    if (typeof id !== "string") return;
    const ids = this.#ids.get(key) ?? [];
    this.#ids.set(key, [...ids.filter((each) => each !== id), id].slice(-keptMax));
  }

  /** Removes the id of a deleted resource, so that most requests are about existing ones. */
  forget(path: string): void {
    const id = path.split("?", 1)[0]?.split("/").at(-1);
    for (const [key, ids] of this.#ids)
      this.#ids.set(
        key,
        ids.filter((each) => each !== id),
      );
  }

  idsOf(name: string, path: string): readonly string[] {
    if (name === "tppId") return ["NO-FSA-310000000"];
    if (name === "accountId") {
      return path.includes("card")
        ? ["kari-card"]
        : ["kari-current", "kari-savings", "ola-current"];
    }
    return this.#ids.get(keyOf(name, path)) ?? [];
  }

  likelyValues(field: string): readonly unknown[] | undefined {
    if (field === "paymentIds") {
      const ids = this.#ids.get("paymentId payments/norwegian-domestic-credit-transfers") ?? [];
      return ids.length === 0 ? undefined : ids.toReversed().map((id) => [id]);
    }
    return likelyValues[field];
  }

  isUsual(header: string): boolean {
    return this.#psu.headers[header] !== undefined;
  }

  headerValue(header: string, chance: Chance): string {
    const known = this.#psu.headers[header];
    if (known !== undefined) return known;
    return chance.pick(headerValues[header] ?? ["something"]);
  }
}

const headerValues: Readonly<Record<string, readonly string[]>> = {
  "x-accept-fix": ["amount-as-string", "longer-names, cash-account-type-iso", "unknown-fix"],
  "TPP-Redirect-Preferred": ["true", "false"],
  "X-PSU-IDENTITY": ["03848420491"],
  "PSU-Context": ["PRIVATE", "CORPORATE"],
  "PSU-Corporate-ID": ["5d0a2c3e-8a5b-4a57-9a0c-0d4f2f3f1c11"],
  "PSU-IP-Port": ["443"],
  "PSU-HTTP-Method": ["GET", "POST"],
  "PSU-Device-ID": ["435c2b1e-7f43-4a65-8d02-1c1c3a3b7f10"],
  "PSU-Geo-Location": ["GEO:59.913900,10.752200"],
};

const keyOf = (name: string, path: string): string => {
  const product = /^\/v1\/([a-z-]*payments\/[^/]+)/.exec(path)?.[1];
  return product !== undefined && name !== "basketId" ? `${name} ${product}` : name;
};

const transactionIdsIn = (response: Readonly<Record<string, unknown>>): readonly unknown[] => {
  const lists = response.transactions as { readonly booked?: readonly object[] } | undefined;
  return (lists?.booked ?? []).slice(0, 2).map((each) => Reflect.get(each, "transactionId"));
};
