import { type Unit, undo } from "@varde/storage";
import type { Bank } from "../../bank.ts";
import { mayUseAccount } from "../../parties/may-use-account.ts";
import { isAsShown, type Sca } from "../../records/sca.ts";
import type { ScaFault } from "../../records/sca-fault.ts";
import { type AuthenticatedSca, assertAuthenticated } from "../../sca/authenticated-sca.ts";
import { checkAgain, requireSubjectId, type ScaSubject } from "../../sca/sca-subject.ts";
import { type SigningVerdict, storeSignatures } from "../authorise/decide-signings.ts";
import { signerFault } from "../authorise/refuse-signer.ts";
import { signPayments } from "../authorise/sign-payments.ts";
import { viewSigners } from "../authorise/view-signers.ts";
import { deliverPayments } from "../execute/deliver-payments.ts";
import { moveLockedPayments } from "../move-payments.ts";
import { paymentsHash } from "../payment-hash.ts";
import { readOrder } from "../payment-order.ts";
import { readStoredBody } from "../stored-body.ts";
import { batchPurpose, viewBatch } from "../view/view-batch.ts";
import { decideMembers, findBasketObstacle, membersToSign } from "./basket-signing.ts";
import { moveBasket, readBasket } from "./basket-store.ts";
import { listWaitingBaskets } from "./list-waiting-baskets.ts";
import {
  listMembers,
  listPayingAccounts,
  listPendingMembers,
  lockMembers,
  type Member,
} from "./member-store.ts";

/**
 * The subject of SCAs about a basket. BSK-05: a payment that can no longer be executed is rejected
 * alone; the others are signed.
 */
export const basketSubject = (bank: Bank): ScaSubject => ({
  purpose: async (sca) => batchPurpose("basket", await readMembers(sca, bank)),
  approval: async (sca) => {
    const members = await readMembers(sca, bank);
    if (members.length === 0) return undefined;
    const { personId, context, agreementId } = sca;
    const verdicts =
      personId === undefined
        ? undefined
        : await decideMembers(members, { personId, context, agreementId }, bank);
    const joint = verdicts && (await viewSigners(sca.worldId, verdicts, bank));
    const details = await viewBatch("basket", members, bank, sca.shown);
    return { kind: "batch", details, ...(joint && { joint }) };
  },
  listWaiting: (user) => listWaitingBaskets(user, bank),
  settleAgain: (sca) => settleBasket(sca, bank),
  check: async (sca) => {
    assertAuthenticated(sca);
    const { usable, unusable } = await findUnusableAccounts(sca, bank);
    // A basket that was deleted since has no payments; signing it reports that.
    if (usable === 0 && unusable.size > 0) return notTheirsFault;
    const members = await readMembers(sca, bank);
    const signable = members.filter((member) => !unusable.has(member.debtorAccountId));
    const verdicts = await decideMembers(signable, sca, bank);
    const because = findBasketObstacle(verdicts ?? []);
    if (because !== undefined) return signerFault(because);
    const isWaiting = verdicts?.some(({ decision }) => decision.kind !== "complete") ?? false;
    return {
      approve: (at) => signBasket(sca, unusable, verdicts, at, bank),
      ...(isWaiting && { outcome: "waits-for-others" }),
      settle: () => settleBasket(sca, bank),
    };
  },
});

const settleBasket = async (sca: Sca, bank: Bank): Promise<undefined> => {
  const at = await bank.clock.now(sca.worldId);
  const pending = await bank.storage.read(() =>
    listPendingMembers(requireSubjectId(sca, "basket")),
  );
  await deliverPayments(pending, at, bank);
};

function* signBasket(
  sca: AuthenticatedSca,
  unusable: ReadonlySet<string>,
  verdicts: readonly SigningVerdict<Member>[] | undefined,
  at: number,
  bank: Bank,
): Unit<void, ScaFault | typeof checkAgain> {
  const basket = yield* readBasket(requireSubjectId(sca, "basket"));
  if (basket?.state !== "open") return yield* undo(voidFault);
  // Locks the basket first, as deletion does, to avoid a deadlock.
  const isWhole = verdicts?.every(({ decision }) => decision.kind === "complete") ?? true;
  const event = isWhole ? "signed" : "signedPartly";
  const isMoved = yield* moveBasket(basket, { event, actor: sca.personId, at }, bank.ids);
  if (!isMoved) yield* undo(verdicts === undefined ? voidFault : checkAgain);
  const members = yield* lockMembers(basket.paymentIds);
  const hash = paymentsHash(membersToSign(basket, members));
  if (!isAsShown(sca, hash)) yield* undo(voidFault);
  const waiting = members.filter((member) => member.status === "RCVD");
  const signable = waiting.filter((member) => !unusable.has(member.debtorAccountId));
  const { personId, agreementId, context, scaId } = sca;
  const signer = { personId, agreementId, context, scaId };
  if (verdicts === undefined) {
    const alone = { ...signer, signaturesMissing: undefined };
    yield* signPayments(signable, alone, at, bank, moveLockedPayments);
  } else {
    yield* signTogether(signable, verdicts, sca, at, bank);
  }
  const refused = waiting.filter((member) => unusable.has(member.debtorAccountId));
  const move = { event: "refused", actor: "bank", at, failure: unusableText } as const;
  yield* moveLockedPayments(
    refused.map((member) => [member, move]),
    bank.ids,
  );
}

/** MAN-13: signs what the mandates let this person sign; the other payments wait. */
function* signTogether(
  signable: readonly Member[],
  verdicts: readonly SigningVerdict<Member>[],
  sca: AuthenticatedSca,
  at: number,
  bank: Bank,
): Unit<void, typeof checkAgain> {
  const decided = new Map(verdicts.map((verdict) => [verdict.order.payment.paymentId, verdict]));
  const isAsDecided = signable.every(
    ({ paymentId, version }) => decided.get(paymentId)?.order.payment.version === version,
  );
  if (!isAsDecided || signable.length !== verdicts.length) yield* undo(checkAgain);
  const { personId, agreementId, context, scaId } = sca;
  const owner = { personId, agreementId, context };
  const complete = signable.filter(
    ({ paymentId }) => decided.get(paymentId)?.decision.kind === "complete",
  );
  const signer = { ...owner, scaId, signaturesMissing: 0 };
  yield* signPayments(complete, signer, at, bank, moveLockedPayments);
  const partial = signable.flatMap((member) => {
    const decision = decided.get(member.paymentId)?.decision;
    if (decision?.kind !== "more") return [];
    const move = {
      event: "signedPartly",
      actor: personId,
      at,
      partial: { ...owner, signaturesMissing: decision.missing },
    } as const;
    return [[member, move] as const];
  });
  yield* moveLockedPayments(partial, bank.ids);
  yield* storeSignatures(verdicts, sca, at);
}

/** Finds the accounts this person can no longer pay from, and counts those they still can. */
const findUnusableAccounts = async (sca: AuthenticatedSca, bank: Bank) => {
  const accounts = await bank.storage.read(() =>
    listPayingAccounts(requireSubjectId(sca, "basket")),
  );
  const psu = {
    personId: sca.personId,
    agreementId: sca.agreementId,
    context: sca.context,
  };
  const unusable = new Set<string>();
  for (const { debtor_account_id: accountId, body } of accounts) {
    const { debtor } = readOrder(readStoredBody({ body }));
    const account = await bank.coreBank.findAccount(sca.worldId, debtor);
    const isUsable =
      account?.mayPay === true && (await mayUseAccount(sca.worldId, psu, accountId, bank));
    if (!isUsable) unusable.add(accountId);
  }
  return { unusable, usable: accounts.length - unusable.size };
};

const readMembers = (sca: Sca, bank: Bank): Promise<readonly Member[]> =>
  bank.storage.read(function* () {
    const basket = yield* readBasket(requireSubjectId(sca, "basket"));
    if (basket === undefined) return [];
    return membersToSign(basket, yield* listMembers(basket.paymentIds));
  });

const unusableText = "The account can no longer be used for payments through the interface.";

const voidFault: ScaFault = {
  system: "sca",
  code: "SCA_INVALID",
  message: "The basket has changed or is no longer waiting for approval.",
  outcome: "changed",
};

const notTheirsFault: ScaFault = {
  system: "sca",
  code: "PSU_CREDENTIALS_INVALID",
  message: "The PSU may not use the debtor accounts.",
  outcome: "not-yours",
};
