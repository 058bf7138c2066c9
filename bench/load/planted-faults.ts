import { randomUUID } from "node:crypto";
import { isInvalid, readCertificatePem, signRequest } from "@varde/protocol";
import { type Caller, callerHeaders, paymentsPath, paymentTemplate } from "./caller.ts";

interface Creation {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Signs and sends creations of payments to one server. */
interface Sender {
  /** Signs an order with a new X-Request-ID. */
  readonly sign: (order: string, atMs?: number) => Promise<Creation>;
  readonly send: (creation: Creation) => Promise<SeenResponse>;
}

export interface SeenResponse {
  readonly status: number;
  readonly body: string;
}

/** Each sends one wrong request, made of a correct order that no other request has. */
const plantedFaults = {
  "signature changed": async (order, { sign, send }) => {
    const { headers, body } = await sign(order);
    const Signature = changeSignature(headers.Signature ?? "");
    return send({ headers: { ...headers, Signature }, body });
  },
  "body changed after signing": async (order, { sign, send }) =>
    send({ ...(await sign(order)), body: order.replace('"amount":"0', '"amount":"9000') }),
  "Date five minutes old": async (order, { sign, send }) =>
    send(await sign(order, Date.now() - 5 * 60_000)),
  "creditor with wrong check digit": async (order, { sign, send }) =>
    send(await sign(order.replace("86011117947", "86011117948"))),
  // Another X-Request-ID makes it another request. With the same one it would be a retry.
  "same payment created twice": async (order, { sign, send }) => {
    const { status, body } = await send(await sign(order));
    if (status !== 201) throw new Error(`A correct payment was refused with ${status}:\n${body}`);
    return send(await sign(order));
  },
} as const satisfies Record<string, (order: string, sender: Sender) => Promise<SeenResponse>>;

export type PlantedFault = keyof typeof plantedFaults;

/** Sends all planted faults to a server and returns its responses. */
export const sendPlantedFaults = async (
  port: number,
  caller: Caller,
): Promise<Readonly<Record<PlantedFault, SeenResponse>>> => {
  const sender = createSender(port, caller);
  const responses: [string, SeenResponse][] = [];
  for (const [at, [name, send]] of Object.entries(plantedFaults).entries()) {
    // Less than the amounts of bursts, so that only the last fault is a duplicate.
    const order = paymentTemplate.replace("AMOUNT", `0.6${at}`);
    responses.push([name, await send(order, sender)]);
  }
  return Object.fromEntries(responses) as Record<PlantedFault, SeenResponse>;
};

const createSender = (port: number, caller: Caller): Sender => {
  const certificate = readCertificatePem(caller.certificatePem);
  if (isInvalid(certificate)) throw new Error(`The certificate ${certificate.reason}.`);
  return {
    sign: async (body, atMs = Date.now()) => {
      const headers = { ...callerHeaders(caller), "X-Request-ID": randomUUID() };
      const added = await signRequest({
        method: "POST",
        target: paymentsPath,
        headers,
        body,
        key: caller.privateKeyPem,
        certificate,
        atMs,
      });
      return { headers: { ...headers, ...added, "Content-Type": "application/json" }, body };
    },
    send: async ({ headers, body }) => {
      const url = `http://127.0.0.1:${port}${paymentsPath}`;
      const response = await fetch(url, { method: "POST", headers, body });
      return { status: response.status, body: await response.text() };
    },
  };
};

/** Inverts the first byte of the signature. */
const changeSignature = (header: string): string =>
  header.replace(/(?<=signature=")[^"]+/, (signature) => {
    const bytes = Buffer.from(signature, "base64");
    bytes[0] = (bytes[0] ?? 0) ^ 0xff;
    return bytes.toString("base64");
  });
