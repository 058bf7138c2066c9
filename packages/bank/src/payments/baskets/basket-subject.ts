import { type Unit, undo } from "@varde/storage";
import type { Bank } from "../../bank.ts";
import { mayUseAccount } from "../../parties/may-use-account.ts";
import { isAsShown, type Sca } from "../../records/sca.ts";
import type { ScaFault } from "../../records/sca-fault.ts";
import { type AuthenticatedSca, assertAuthenticated } from "../../sca/authenticated-sca.ts";
import { requireSubjectId, type ScaSubject } from "../../sca/sca-subject.ts";
import { signPayments } from "../authorise/sign-payments.ts";
import { deliverPayments } from "../execute/deliver-payments.ts";
import { moveLockedPayments } from "../move-payments.ts";
import { paymentsHash } from "../payment-hash.ts";
import { readOrder } from "../payment-order.ts";
import { readStoredBody } from "../stored-body.ts";
import { batchPurpose, viewBatch } from "../view/view-batch.ts";
import { moveBasket, readBasket } from "./basket-store.ts";
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
    return { kind: "batch", details: await viewBatch("basket", members, bank, sca.shown) };
  },
  check: async (sca) => {
    assertAuthenticated(sca);
    const { usable, unusable } = await findUnusableAccounts(sca, bank);
    // A basket that was deleted since has no payments; signing it reports that.
    if (usable === 0 && unusable.size > 0) return notTheirsFault;
    return {
      approve: (at) => signBasket(sca, unusable, at, bank),
      settle: async () => {
        const at = await bank.clock.now(sca.worldId);
        const pending = await bank.storage.read(() =>
          listPendingMembers(requireSubjectId(sca, "basket")),
        );
        await deliverPayments(pending, at, bank);
        return undefined;
      },
    };
  },
});

function* signBasket(
  sca: AuthenticatedSca,
  unusable: ReadonlySet<string>,
  at: number,
  bank: Bank,
): Unit<void, ScaFault> {
  const basket = yield* readBasket(requireSubjectId(sca, "basket"));
  if (basket?.state !== "open") return yield* undo(voidFault);
  // Locks the basket first, as deletion does, to avoid a deadlock.
  const signed = { event: "signed", actor: sca.personId, at } as const;
  if (!(yield* moveBasket(basket, signed, bank.ids))) yield* undo(voidFault);
  const members = yield* lockMembers(basket.paymentIds);
  if (!isAsShown(sca, paymentsHash(members))) yield* undo(voidFault);
  const waiting = members.filter((member) => member.status === "RCVD");
  const { personId, agreementId, context, scaId } = sca;
  yield* signPayments(
    waiting.filter((member) => !unusable.has(member.debtorAccountId)),
    { personId, agreementId, context, scaId },
    at,
    bank,
    moveLockedPayments,
  );
  const refused = waiting.filter((member) => unusable.has(member.debtorAccountId));
  const move = { event: "refused", actor: "bank", at, failure: unusableText } as const;
  yield* moveLockedPayments(
    refused.map((member) => [member, move]),
    bank.ids,
  );
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
    return basket === undefined ? [] : yield* listMembers(basket.paymentIds);
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
