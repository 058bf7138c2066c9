import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { aPayment, ndct } from "@varde/testkit/payments";
import { aPsu, ingrid, kari, kariAtWork, ola } from "@varde/testkit/psu";
import { resign } from "@varde/testkit/tpp";
import { aCarefulClient, CarefulClient } from "./a-careful-client.ts";

type Headers = Record<string, string | string[]>;

/** A mistake of a client, and the checks that must find it. */
export interface PlantedMistake {
  readonly name: string;
  readonly found: readonly string[];
  make(client: CarefulClient): Promise<unknown>;
}

const transactions = "/v1/accounts/kari-current/transactions?bookingStatus=booked";
const balances = "/v1/accounts/kari-current/balances";

const isoDay = (daysAgo: number): string =>
  new Date(Date.parse("2026-11-16") - daysAgo * 86_400_000).toISOString().slice(0, 10);

/** Signs with another keyId or fewer headers than a careful client does. */
const signAgain =
  (client: CarefulClient, options: Partial<Parameters<typeof resign>[1]> = {}) =>
  (headers: Headers): void =>
    resign(headers, { key: client.psu.tpp.key, method: "GET", ...options });

/** A KID: seven digits and its check digit. */
const kid = "12345674";

export const plantedMistakes: readonly PlantedMistake[] = [
  {
    name: "signs another string",
    found: ["t-signed"],
    make: (client) =>
      client.send({
        path: "/v1/accounts",
        tamper: (headers) => {
          headers["PSU-ID"] = randomUUID();
        },
      }),
  },
  {
    name: "sends no signature",
    found: ["t-signed"],
    make: (client) =>
      client.send({ path: "/v1/accounts", tamper: (headers) => delete headers.Signature }),
  },
  {
    name: "does not sign PSU-ID",
    found: ["t-covers-all"],
    make: (client) =>
      client.send({
        path: "/v1/accounts",
        tamper: signAgain(client, {
          names: ["date", "x-request-id", "tpp-redirect-uri"],
        }),
      }),
  },
  {
    name: "changes the body after hashing it",
    found: ["t-digest-right"],
    make: (client) => client.create({}, { sentBody: JSON.stringify(aPayment()) }),
  },
  {
    name: "has a clock that is 30 seconds late",
    found: ["t-date-skew"],
    make: (client) =>
      client.send({
        path: "/v1/accounts",
        tamper: (headers) => {
          headers.Date = new Date(Date.now() - 30_000).toUTCString();
          signAgain(client)(headers);
        },
      }),
  },
  {
    name: "writes the serial number in lower case",
    found: ["t-strict-forms"],
    make: (client) => {
      const { serialNumberHex } = client.psu.tpp.certificate;
      return client.send({
        path: "/v1/accounts",
        tamper: (headers) => {
          const signature = String(headers.Signature);
          headers.Signature = signature.replace(serialNumberHex, serialNumberHex.toLowerCase());
        },
      });
    },
  },
  {
    name: "sends the address of its own network",
    found: ["t-ip-public"],
    make: (client) => client.get("/v1/accounts", { "PSU-IP-Address": "10.0.0.7" }),
  },
  {
    name: "sends one address for three PSUs",
    found: ["t-ip-public"],
    make: async ({ bank }) => {
      const clients = [];
      for (const person of [kari, ola, ingrid]) clients.push(await aCarefulClient(bank, person));
      for (const one of clients) await one.get("/v1/accounts", { "PSU-IP-Address": "81.2.3.4" });
    },
  },
  {
    name: "says that the PSU is present when a job reads",
    found: ["t-ip-only-present"],
    make: async (client) => {
      await client.bank.clock.advance("PT61M");
      await client.get(balances);
      await client.bank.clock.advance("PT30M");
      await client.get(balances);
    },
  },
  {
    name: "has an identity number in an address",
    found: ["t-no-national-id"],
    make: (client) => client.get(`/v1/accounts?person=${kari.customerNumber}`),
  },
  {
    name: "lets the PSU come back over http",
    found: ["t-redirect-https"],
    make: (client) => client.get("/v1/accounts", { "TPP-Redirect-URI": "http://tpp.example/back" }),
  },
  {
    name: "uses one X-Request-ID for two requests",
    found: ["t-request-id-new"],
    make: async (client) => {
      const headers = { "X-Request-ID": randomUUID() };
      await client.get("/v1/accounts", headers);
      await client.get(balances, headers);
    },
  },
  {
    name: "repeats a lost payment under another X-Request-ID",
    found: ["t-write-repeat-keeps-id"],
    make: async (client) => {
      const body = aPayment();
      await client.bank.scenarios.add({
        match: { operation: "createPayment" },
        effect: { drop: true },
      });
      await client.create(body).catch(() => undefined);
      await client.create(body);
    },
  },
  {
    name: "repeats a request that was refused",
    found: ["t-no-resend-after-4xx"],
    make: async (client) => {
      await client.get("/v1/accounts/unknown/balances");
      await client.get("/v1/accounts/unknown/balances");
    },
  },
  {
    name: "sends an amount as a number",
    found: ["t-no-format-errors"],
    make: (client) => client.create({ instructedAmount: { amount: 7.1, currency: "NOK" } }),
  },
  {
    name: "sends a KID as text",
    found: ["t-kid-structured"],
    make: (client) => client.create({ remittanceInformationUnstructured: kid }),
  },
  {
    name: "lets a PSU identify again",
    found: ["t-psu-id-stored"],
    make: async (client) => {
      const { bank } = client;
      await aPsu(bank, kari, bank.tpp);
      await new CarefulClient(bank, await aPsu(bank, kari, bank.tpp)).get("/v1/accounts");
    },
  },
  {
    name: "does not say which company the PSU acts for",
    found: ["t-company-header"],
    make: async ({ bank }) => {
      const client = await aCarefulClient(bank, kariAtWork);
      await client.get("/v1/accounts", { "PSU-Corporate-ID": undefined });
    },
  },
  {
    name: "does not send X-Accept-Fix",
    found: ["t-accept-fix"],
    make: (client) => client.create({}, { headers: { "x-accept-fix": undefined } }),
  },
  {
    name: "reads the first page only",
    found: ["t-next-links"],
    make: async (client) => {
      await client.get(`${transactions}&limit=2`);
      await client.get("/v1/accounts");
    },
  },
  {
    name: "uses the deprecated consents",
    found: ["t-deprecated"],
    make: (client) => client.send({ method: "POST", path: "/v1/consents" }),
  },
  {
    name: "reads a status ten times a second",
    found: ["t-poll-1s"],
    make: async (client) => {
      const created = await client.create();
      const path = `${ndct}/${created.json.paymentId}/status`;
      for (let count = 0; count < 4; count += 1) await client.get(path);
    },
  },
  {
    name: "reads a final status again and again",
    found: ["t-poll-stops"],
    make: async (client) => {
      const path = `${await client.payOla()}/status`;
      for (let count = 0; count < 3; count += 1) {
        await client.get(path);
        await sleep(1_000);
      }
    },
  },
  {
    name: "does not wait for Retry-After",
    found: ["t-retry-after"],
    make: async (client) => {
      await client.bank.scenarios.add({ effect: { unavailable: true } });
      await client.get("/v1/accounts");
      await client.get("/v1/accounts");
    },
  },
  {
    name: "reads an account five times a day without the PSU",
    found: ["t-unattended-4"],
    make: async (client) => {
      for (let count = 0; count < 5; count += 1) await client.getUnattended(balances);
    },
  },
  {
    name: "asks for a year without the PSU",
    found: ["t-90-days"],
    make: (client) => client.getUnattended(`${transactions}&dateFrom=${isoDay(365)}`),
  },
  {
    name: "never asks for signed responses",
    found: ["t-asks-signed-responses"],
    make: ({ psu }) => psu.get("/v1/accounts"),
  },
];
