import {
  type AgreementId,
  listChildren,
  listNextSigners,
  listSignatures,
  listWorldBaskets,
  listWorldPayments,
  type PersonId,
  selectPayments,
  type WorldId,
  type WorldPayment,
} from "@varde/bank";
import type { ControlResponse } from "@varde/protocol";
import { all, sql } from "@varde/storage";
import type { ControlledSandbox } from "./controlled-sandbox.ts";
import { summarizePayments } from "./payment-views.ts";

type Signing = ControlResponse<"listSignings">["signings"][number];

/** Payments of a company that are signed together: one payment, or those of a basket that wait. */
interface SignedTogether {
  readonly kind: Signing["kind"];
  readonly id: string;
  readonly agreementId: AgreementId;
  readonly payments: readonly WorldPayment[];
}

/** Lists what waits for signatures of a company's people, with those who may sign next. */
export const listSignings = async (
  sandbox: ControlledSandbox,
  worldId: WorldId,
  limit: number,
): Promise<readonly Signing[]> => {
  const waiting = [
    ...(await listSinglePayments(sandbox, worldId, limit)),
    ...(await listBaskets(sandbox, worldId, limit)),
  ];
  const newest = waiting.sort((one, other) => (one.id < other.id ? 1 : -1)).slice(0, limit);
  const names = await readNames(sandbox, worldId);
  const signings: Signing[] = [];
  for (const each of newest) signings.push(await present(each, names, sandbox, worldId));
  return signings;
};

const listSinglePayments = async (
  { storage }: ControlledSandbox,
  worldId: WorldId,
  limit: number,
): Promise<readonly SignedTogether[]> => {
  const selected = selectPayments.withStatus(worldId, "RCVD", { limit });
  const payments = await listWorldPayments(storage, worldId, selected);
  return payments.flatMap((payment) => {
    const { paymentId, agreementId, basketId, parentId, context } = payment;
    const isSignedAlone = basketId === undefined && parentId === undefined;
    if (!isSignedAlone || context !== "CORPORATE" || agreementId === undefined) return [];
    return [{ kind: "payment", id: paymentId, agreementId, payments: [payment] }] as const;
  });
};

const listBaskets = async (
  { storage }: ControlledSandbox,
  worldId: WorldId,
  limit: number,
): Promise<readonly SignedTogether[]> => {
  const found: SignedTogether[] = [];
  for (const basket of await listWorldBaskets(storage, worldId, undefined, limit)) {
    const { basketId, state, agreementId, paymentIds } = basket;
    if (state !== "open" || agreementId === undefined) continue;
    const members = selectPayments.withIds(worldId, paymentIds);
    const payments = (await listWorldPayments(storage, worldId, members)).filter(
      ({ status, context }) => status === "RCVD" && context === "CORPORATE",
    );
    if (payments.length > 0) found.push({ kind: "basket", id: basketId, agreementId, payments });
  }
  return found;
};

interface Names {
  readonly people: ReadonlyMap<string, { readonly name: string; readonly customerNumber: string }>;
  readonly agreements: ReadonlyMap<string, string>;
}

const present = async (
  { kind, id, agreementId, payments }: SignedTogether,
  { people, agreements }: Names,
  sandbox: ControlledSandbox,
  worldId: WorldId,
): Promise<Signing> => {
  const { storage, bank } = sandbox;
  const ids = payments.map(({ paymentId }) => paymentId);
  const given = new Map(
    (await storage.read(() => listSignatures(ids))).map((one) => [one.personId, one.signedAt]),
  );
  const next = new Set<PersonId>();
  for (const payment of payments) {
    const children = await storage.read(() => listChildren(payment.paymentId));
    const signers = await listNextSigners({ payment, children }, agreementId, bank);
    for (const { personId } of signers) next.add(personId);
  }
  const nameOf = (personId: PersonId) => people.get(personId) ?? { name: "", customerNumber: "" };
  return {
    kind,
    id,
    tpp: payments[0]?.tppName ?? "",
    company: agreements.get(agreementId) ?? agreementId,
    waiting: await summarizePayments(sandbox, worldId, payments),
    signed: [...given].map(([personId, at]) => ({
      ...nameOf(personId),
      at: new Date(at).toISOString(),
    })),
    next: [...next].map(nameOf),
  };
};

const readNames = async (
  { storage, dataWorld }: ControlledSandbox,
  worldId: WorldId,
): Promise<Names> => {
  const from = await dataWorld(worldId);
  return storage.read(function* () {
    const people = yield* all<{ person_id: PersonId; name: string; customer_number: string }>(
      sql`select person_id, name, customer_number from sandbox_person where world_id = ${from}`,
    );
    const agreements = yield* all<{ agreement_id: AgreementId; name: string }>(
      sql`select agreement_id, name from sandbox_agreement where world_id = ${from}`,
    );
    return {
      people: new Map(
        people.map((one) => [
          one.person_id,
          { name: one.name, customerNumber: one.customer_number },
        ]),
      ),
      agreements: new Map(agreements.map((one) => [one.agreement_id, one.name])),
    };
  });
};
