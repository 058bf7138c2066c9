import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** How much the clocks of bank and core bank may differ, and how long a delivery is remembered. */
const toleranceSeconds = 300;

const headerNames = {
  timestamp: "varde-timestamp",
  delivery: "varde-delivery",
  signature: "varde-signature",
} as const;

/** Returns the headers that sign one delivery of a webhook. Sign again for each attempt. */
export const signWebhook = (
  secret: string,
  body: string,
  now: number,
): Readonly<Record<string, string>> => {
  const timestamp = String(Math.floor(now / 1_000));
  const delivery = randomUUID();
  return {
    [headerNames.timestamp]: timestamp,
    [headerNames.delivery]: delivery,
    [headerNames.signature]: `v1=${sign(secret, timestamp, delivery, body)}`,
  };
};

const sign = (secret: string, timestamp: string, delivery: string, body: string | Buffer) =>
  createHmac("sha256", secret).update(`${timestamp}.${delivery}.`).update(body).digest("hex");

/** Verifies deliveries and remembers them, so that none is accepted twice by this process. */
export class WebhookVerifier {
  readonly #secrets: readonly string[];
  readonly #now: () => number;
  readonly #seen = new Map<string, number>();

  constructor(secrets: readonly string[], now: () => number) {
    this.#secrets = secrets;
    this.#now = now;
  }

  /** Returns why a delivery is refused, or undefined if it is accepted. */
  verify(headers: IncomingHttpHeaders, body: Buffer): string | undefined {
    const timestamp = String(headers[headerNames.timestamp] ?? "");
    const delivery = String(headers[headerNames.delivery] ?? "");
    const signature = String(headers[headerNames.signature] ?? "");
    if (!/^[0-9]{1,12}$/.test(timestamp)) return "Varde-Timestamp is not a number of seconds";
    if (!/^[\w-]{16,64}$/.test(delivery))
      return "Varde-Delivery is not an id of 16 to 64 characters";
    const isSigned = this.#secrets.some((secret) =>
      isEqual(signature, `v1=${sign(secret, timestamp, delivery, body)}`),
    );
    if (!isSigned) return "Varde-Signature does not match";
    const seconds = this.#now() / 1_000;
    if (Math.abs(seconds - Number(timestamp)) > toleranceSeconds) {
      return `Varde-Timestamp differs by more than ${toleranceSeconds} seconds from our clock`;
    }
    return this.#remember(delivery, seconds) ? undefined : "Varde-Delivery was received before";
  }

  /** Ids are remembered until their timestamps are too old; the oldest are first in the map. */
  #remember(delivery: string, seconds: number): boolean {
    for (const [old, until] of this.#seen) {
      if (until > seconds) break;
      this.#seen.delete(old);
    }
    if (this.#seen.has(delivery)) return false;
    this.#seen.set(delivery, seconds + 2 * toleranceSeconds);
    return true;
  }
}

const isEqual = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};
