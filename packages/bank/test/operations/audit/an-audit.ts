import type { KeyObject } from "node:crypto";
import { type Certificate, createSignature } from "@varde/protocol";
import type { Storage } from "@varde/storage";
import { pooledRsaKeys } from "@varde/testkit/keys";
import { AuditTrail } from "../../../src/operations/audit/audit-trail.ts";
import { randomIds } from "../../../src/ports/random-ids.ts";
import type { ResponseSigner } from "../../../src/ports/response-signer.ts";
import type { FinishedRequest } from "../../../src/request/finished-request.ts";

const certificate = {
  fingerprint: "ab".repeat(32),
  serialNumberHex: "01FF",
  issuer: [],
} as unknown as Certificate;

const tpp = {
  tppId: "tpp-1",
  identifier: "PSDNO-FSA-1",
  name: "Sparbot",
  worldId: "world",
};

interface Accessed {
  readonly requestId: string;
  readonly personId?: string;
  readonly accountId?: string;
  readonly at?: number;
}

/** Describes a request that read the balances of an account. */
export const aFinishedRequest = ({
  requestId,
  personId = "kari",
  accountId = "account-1",
  at = Date.now(),
}: Accessed): FinishedRequest =>
  ({
    receivedAt: at,
    status: 200,
    refusal: undefined,
    context: {
      operation: { id: "readBalances" },
      knownTpp: tpp,
      certificate,
      psu: { personId },
      access: { consent: { consentId: `consent of ${personId}` }, accountIds: [accountId] },
      received: { parameters: { accountId } },
      requiredHeader: () => requestId,
    },
  }) as unknown as FinishedRequest;

/** A key that signs seals, and the public key to verify them with. */
export const aSealKey = (): { readonly signer: ResponseSigner; readonly publicKey: KeyObject } => {
  const { privateKey, publicKey } = pooledRsaKeys();
  const owner = { publicKey } as Certificate;
  const signer: ResponseSigner = {
    sign: async (bytes) => ({
      signature: await createSignature(privateKey, "rsa-sha256", bytes),
      certificate: owner,
    }),
  };
  return { signer, publicKey };
};

interface TrailOptions {
  readonly waitingMax?: number;
  readonly signer?: ResponseSigner;
  /** Returns the time of the machine. */
  readonly now?: () => number;
}

/** The same database for a process that knows another time. */
const withNow = (storage: Storage, now: () => number): Storage =>
  new Proxy(storage, {
    get: (target, name) => {
      if (name === "now") return now;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });

/** The audit trail of one process, with the lines of its log. */
export const anAuditTrail = (
  storage: Storage,
  { now = Date.now, signer, ...options }: TrailOptions = {},
) => {
  const lines: object[] = [];
  const write = (fields: object) => void lines.push(fields);
  const trail = new AuditTrail({
    storage: withNow(storage, now),
    signer,
    ids: randomIds,
    log: { info: write, error: write } as never,
    ...options,
  });
  return { trail, lines };
};

/** Writes accesses of several people, in one chain, sealed. */
export const writeSealedChain = async (storage: Storage, entries: number): Promise<AuditTrail> => {
  const { trail } = anAuditTrail(storage);
  for (let at = 1; at <= entries; at += 1) {
    const accountId = `account-${at % 3}`;
    trail.record(
      aFinishedRequest({ requestId: `request-${at}`, personId: `p${at % 2}`, accountId }),
    );
  }
  await trail.flush();
  await trail.seal();
  return trail;
};
