import { createPrivateKey, randomUUID } from "node:crypto";
import { isInvalid, readCertificatePem, signRequest } from "@varde/protocol";

/** A path, with headers that only requests to it have. */
export interface Target {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Requests that differ in their id, their target and, if they have a body, their amount. */
export interface Burst {
  readonly count: number;
  readonly method: "GET" | "POST";
  /** Used in turn, so that reads can be spread over several resources. */
  readonly targets: readonly Target[];
  readonly headers: Readonly<Record<string, string>>;
  /** JSON in which `AMOUNT` is replaced by an amount that is unique in the run. */
  readonly bodyTemplate?: string;
  readonly firstAmountMinor: number;
  readonly certificatePem: string;
  readonly privateKeyPem: string;
}

const signedAtOnce = 32;

/**
 * Signs the requests of a burst and returns the bytes of each. They have to be sent within a
 * minute, while their Date is valid.
 */
const signBurst = async (burst: Burst): Promise<readonly Buffer[]> => {
  const certificate = readCertificatePem(burst.certificatePem);
  if (isInvalid(certificate)) throw new Error(`The certificate ${certificate.reason}.`);
  const key = createPrivateKey(burst.privateKeyPem);
  const signOne = async (at: number): Promise<Buffer> => {
    const target = burst.targets[at % burst.targets.length] ?? { path: "/" };
    const minor = burst.firstAmountMinor + at;
    const amount = `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, "0")}`;
    const body = burst.bodyTemplate?.replace("AMOUNT", amount);
    const headers = { ...burst.headers, ...target.headers, "X-Request-ID": randomUUID() };
    const added = await signRequest({
      method: burst.method,
      target: target.path,
      headers,
      ...(body === undefined ? {} : { body }),
      key,
      certificate: certificate,
      atMs: Date.now(),
    });
    return format(burst.method, target.path, { ...headers, ...added }, body);
  };
  const requests: Buffer[] = [];
  for (let start = 0; start < burst.count; start += signedAtOnce) {
    const size = Math.min(signedAtOnce, burst.count - start);
    const signed = Array.from({ length: size }, (_, offset) => signOne(start + offset));
    requests.push(...(await Promise.all(signed)));
  }
  return requests;
};

const format = (
  method: string,
  target: string,
  headers: Readonly<Record<string, string>>,
  body: string | undefined,
): Buffer => {
  const payload = Buffer.from(body ?? "");
  const sent = { Host: "127.0.0.1", ...headers };
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}`);
  if (body !== undefined) {
    lines.push("Content-Type: application/json", `Content-Length: ${payload.length}`);
  }
  const head = `${method} ${target} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head, "latin1"), payload]);
};

/** Signs several bursts and spreads the requests of each evenly over the whole. */
export const signMixed = async (bursts: readonly Burst[]): Promise<readonly Buffer[]> => {
  const placed: { readonly request: Buffer; readonly place: number }[] = [];
  for (const burst of bursts) {
    const requests = await signBurst(burst);
    requests.forEach((request, at) => {
      placed.push({ request, place: (at + 0.5) / requests.length });
    });
  }
  return placed.toSorted((one, other) => one.place - other.place).map(({ request }) => request);
};
