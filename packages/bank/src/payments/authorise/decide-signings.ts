import assert from "node:assert/strict";
import { addMinor, knownMinor, type Minor, type TooLarge } from "@varde/protocol/money";
import { run, type Unit, undo } from "@varde/storage";
import type { Bank } from "../../bank.ts";
import { osloDay } from "../../calendar/oslo.ts";
import type { AccountId, AgreementId, PersonId } from "../../ports/ids.ts";
import type { Person } from "../../ports/psu-directory.ts";
import type {
  SigningDecision,
  SigningMandates,
  SigningObstacle,
  SigningRequest,
} from "../../ports/signing-mandates.ts";
import type { IdentifiedPsu } from "../../records/identified-psu.ts";
import type { Payment } from "../../records/payment.ts";
import type { Sca } from "../../records/sca.ts";
import { checkAgain } from "../../sca/sca-subject.ts";
import { type HashedPayment, paymentHash } from "../payment-hash.ts";
import {
  listSignatures,
  type PaymentSignature,
  raiseSigningDay,
  readSigningDay,
  storeSignature,
  voidSignatures,
} from "../signature-store.ts";

/** A payment that the mandates decide on; a bulk with its payments. */
export interface MandatedOrder<P extends MandatedPayment = MandatedPayment> {
  readonly payment: P;
  readonly children?: readonly Pick<Payment, "amountMinor" | "currency">[];
}
type MandatedPayment = HashedPayment & Pick<Payment, "worldId" | "version" | "product" | "service">;

/** The person who would sign, for a company. */
export interface CorporateSigner {
  readonly personId: PersonId;
  readonly agreementId: AgreementId;
}

/** VAL-21: a sum that nobody can sign is refused before the mandates are asked. */
export type SignerObstacle = SigningObstacle | "sum-too-large";

type MandateDecision =
  | SigningDecision
  | { readonly kind: "may-not-sign"; readonly because: SignerObstacle };

/** The decision of the mandates about a payment, and the facts that it rests on. */
export interface SigningVerdict<P extends MandatedPayment = MandatedPayment> {
  readonly order: MandatedOrder<P>;
  readonly decision: MandateDecision;
  readonly hash: string;
  /** The Oslo day of the signature, and the sum that the person had signed before. */
  readonly day: string;
  readonly signedTodayNokMinor: bigint;
  readonly totalNokMinor: Minor | TooLarge;
  /** Signatures that count, and whether there are others, which are void. */
  readonly signatures: readonly PaymentSignature[];
  readonly hasVoid: boolean;
}

/**
 * Returns the mandates if they decide who signs: the bank has them, and the person acts for a
 * company.
 */
export const findMandates = (
  { context, agreementId }: Pick<Payment, "context" | "agreementId">,
  { signingMandates }: Pick<Bank, "signingMandates">,
): SigningMandates | undefined =>
  context === "CORPORATE" && agreementId !== undefined ? signingMandates : undefined;

/**
 * Asks the mandates about payments of one world that a person would sign together now, in order.
 * MAN-09: each adds to what the person has signed on its account today, unless it is refused.
 */
export const decideSignings = async <P extends MandatedPayment>(
  orders: readonly MandatedOrder<P>[],
  signer: CorporateSigner,
  mandates: SigningMandates,
  bank: Pick<Bank, "storage" | "clock" | "coreBank">,
): Promise<readonly SigningVerdict<P>[]> => {
  const [first] = orders;
  if (first === undefined) return [];
  const { worldId } = first.payment;
  const day = osloDay(await bank.clock.now(worldId));
  const { personId } = signer;
  const [signatures, today] = await bank.storage.read(function* () {
    const stored = yield* listSignatures(orders.map(({ payment }) => payment.paymentId));
    return [stored, yield* readSigningDay({ worldId, personId, day })] as const;
  });
  const asked = orders.map((order) => prepare(order, signatures, bank));
  const decisions = new Map<Prepared<P>, MandateDecision>();
  for (const one of asked) {
    // The bank's answer is not needed, and must not count a person twice.
    if (one.signedBy.includes(personId)) decisions.set(one, signedAlready);
  }
  for (;;) {
    for (const [one, , sum] of withSums(asked, decisions, today)) {
      if (typeof sum === "string" && !decisions.has(one)) decisions.set(one, sumTooLarge);
    }
    const requests = withSums(asked, decisions, today).filter(([one]) => !decisions.has(one));
    if (requests.length === 0) break;
    const decided = await mandates.decide(
      requests.map(([one, signedTodayNokMinor]) => toRequest(one, signer, signedTodayNokMinor)),
    );
    settle(requests, decided, decisions);
  }
  return withSums(asked, decisions, today).map(([one, signedTodayNokMinor]) => ({
    ...one,
    day,
    signedTodayNokMinor,
    decision: decisions.get(one) ?? signedAlready,
  }));
};

/** A person who could sign next; `missing` people must sign after them. */
export interface NextSigner extends Person {
  readonly missing: number;
}

/** Lists the people of a company who could sign a payment next, as its mandates are today. */
export const listNextSigners = async (
  order: MandatedOrder,
  agreementId: AgreementId,
  bank: Pick<Bank, "storage" | "clock" | "coreBank" | "signingMandates">,
): Promise<readonly NextSigner[]> => {
  const { signingMandates: mandates } = bank;
  if (mandates === undefined) return [];
  const stored = await bank.storage.read(() => listSignatures([order.payment.paymentId]));
  const prepared = prepare(order, stored, bank);
  if (typeof prepared.totalNokMinor === "string") return [];
  const asked = toRequest(prepared, { personId: "", agreementId }, 0n);
  const { personId: _nobody, ...request } = asked;
  const next: NextSigner[] = [];
  for (const person of await mandates.listSigners(request)) {
    const signer = { personId: person.personId, agreementId };
    const [verdict] = await decideSignings([order], signer, mandates, bank);
    if (verdict === undefined || verdict.decision.kind === "may-not-sign") continue;
    const missing = verdict.decision.kind === "more" ? verdict.decision.missing : 0;
    next.push({ ...person, missing });
  }
  return next;
};

/**
 * MAN-12: returns why a person may not cancel a signed payment. One person is enough, who needs not
 * be one of its signers, and nothing counts against their limit of the day.
 */
export const findCancelObstacle = async (
  payment: Payment,
  { personId, agreementId, context }: Pick<IdentifiedPsu, "personId" | "agreementId" | "context">,
  bank: Pick<Bank, "signingMandates" | "coreBank">,
): Promise<SignerObstacle | undefined> => {
  const mandates = findMandates({ context, agreementId }, bank);
  if (mandates === undefined || agreementId === undefined) return undefined;
  const prepared = prepare({ payment }, [], bank);
  if (typeof prepared.totalNokMinor === "string") return "sum-too-large";
  const request = toRequest(prepared, { personId, agreementId }, 0n);
  const [decision] = await mandates.decide([request]);
  return decision?.kind === "may-not-sign" ? decision.because : undefined;
};

const signedAlready: MandateDecision = { kind: "may-not-sign", because: "signed-already" };
const sumTooLarge: MandateDecision = { kind: "may-not-sign", because: "sum-too-large" };

type Prepared<P extends MandatedPayment> = ReturnType<typeof prepare<P>>;

const prepare = <P extends MandatedPayment>(
  order: MandatedOrder<P>,
  stored: readonly PaymentSignature[],
  { coreBank }: Pick<Bank, "coreBank">,
) => {
  const { payment, children = [] } = order;
  const hash = paymentHash(payment);
  const own = stored.filter(({ paymentId }) => paymentId === payment.paymentId);
  const signatures = own.filter(({ subjectHash }) => subjectHash === hash);
  const parts = (children.length === 0 ? [payment] : children).map(({ amountMinor, currency }) => ({
    amountMinor,
    currency,
    nokMinor: coreBank.convertToNokMinor(amountMinor, currency),
  }));
  const largest = parts.reduce((one, other) => (other.nokMinor > one.nokMinor ? other : one));
  return {
    order,
    hash,
    signatures,
    signedBy: signatures.map(({ personId }) => personId),
    hasVoid: signatures.length < own.length,
    largest,
    totalNokMinor: addMinor(...parts.map(({ nokMinor }) => nokMinor)),
  };
};

const toRequest = <P extends MandatedPayment>(
  { order: { payment }, largest, totalNokMinor, signedBy }: Prepared<P>,
  { personId, agreementId }: CorporateSigner,
  signedTodayNokMinor: bigint,
): SigningRequest => ({
  worldId: payment.worldId,
  agreementId,
  accountId: payment.debtorAccountId,
  product: payment.product,
  service: payment.service,
  ...largest,
  totalNokMinor: knownMinor(totalNokMinor),
  personId,
  signedBy,
  signedTodayNokMinor,
});

/** Lists each order with what the person has signed before it and with it, without refused ones. */
const withSums = <P extends MandatedPayment>(
  asked: readonly Prepared<P>[],
  decisions: ReadonlyMap<Prepared<P>, MandateDecision>,
  today: ReadonlyMap<AccountId, bigint>,
): readonly (readonly [Prepared<P>, before: bigint, sum: Minor | TooLarge])[] => {
  const sums = new Map(today);
  return asked.map((one) => {
    const { debtorAccountId } = one.order.payment;
    const before = sums.get(debtorAccountId) ?? 0n;
    const isRefused = decisions.get(one)?.kind === "may-not-sign";
    const { totalNokMinor } = one;
    const sum = typeof totalNokMinor === "string" ? totalNokMinor : addMinor(before, totalNokMinor);
    if (!isRefused && typeof sum === "bigint") sums.set(debtorAccountId, sum);
    return [one, before, sum] as const;
  });
};

/**
 * Keeps the decisions that hold. After a refusal the sums of later orders on the same account were
 * too high, so these are asked about again, unless they were refused for another reason.
 */
const settle = <P extends MandatedPayment>(
  requests: readonly (readonly [Prepared<P>, ...unknown[]])[],
  decided: readonly SigningDecision[],
  decisions: Map<Prepared<P>, MandateDecision>,
): void => {
  const lowered = new Set<AccountId>();
  for (const [index, [one]] of requests.entries()) {
    const decision = decided[index];
    assert(decision !== undefined, "the mandates decide each request");
    const { debtorAccountId } = one.order.payment;
    const isRefused = decision.kind === "may-not-sign";
    const dependsOnSum = !isRefused || decision.because === "over-limit";
    if (dependsOnSum && lowered.has(debtorAccountId)) continue;
    decisions.set(one, decision);
    if (isRefused) lowered.add(debtorAccountId);
  }
};

/**
 * Stores the signatures of an approval in its unit. Undoes it if the mandates were asked about
 * something that is no longer true.
 */
export function* storeSignatures(
  verdicts: readonly SigningVerdict[],
  { worldId, scaId, channel, personId }: Sca & { readonly personId: PersonId },
  at: number,
): Unit<void, typeof checkAgain> {
  const counted = verdicts.filter(({ decision }) => decision.kind !== "may-not-sign");
  const statements = counted.flatMap(({ order: { payment }, decision, hash, hasVoid }) => {
    const { paymentId } = payment;
    const rule = decision.kind === "may-not-sign" ? undefined : decision.rule;
    const signature = { worldId, paymentId, personId, scaId, subjectHash: hash, rule, channel };
    return [
      ...(hasVoid ? [voidSignatures(paymentId, hash)] : []),
      storeSignature({ ...signature, signedAt: at, counts: true }),
    ];
  });
  if (statements.length > 0) yield* run(...statements);
  const byAccount = Map.groupBy(counted, ({ order }) => order.payment.debtorAccountId);
  const day = osloDay(at);
  for (const [accountId, some] of [...byAccount].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const before = some[0]?.signedTodayNokMinor ?? 0n;
    const added = some.map(({ totalNokMinor }) => knownMinor(totalNokMinor));
    const sum = knownMinor(addMinor(before, ...added));
    const isAsAsked =
      some[0]?.day === day &&
      (yield* raiseSigningDay({ worldId, personId, day }, accountId, { before, sum }));
    if (!isAsAsked) yield* undo(checkAgain);
  }
}
