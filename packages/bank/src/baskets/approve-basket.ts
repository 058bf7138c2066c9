import type { Unit } from "@varde/storage";
import type { Bank } from "../bank.ts";
import { signPayments } from "../payments/authorise/sign-payments.ts";
import { deliverPayments } from "../payments/execute/deliver-payments.ts";
import { moveLockedPayments } from "../payments/move-payments.ts";
import { hashOfPayments } from "../payments/payment-hash.ts";
import { type PaymentBody, readOrder } from "../payments/payment-order.ts";
import { batchPurpose, viewBatch } from "../payments/view/view-batch.ts";
import { mayUseAccount } from "../psus/may-use-account.ts";
import type { Sca } from "../request/sca.ts";
import type { ScaFault } from "../request/sca-fault.ts";
import type { ScaSubjectHandler } from "../sca/sca-subject.ts";
import { moveBasket, readBasket } from "./basket-store.ts";
import {
  listMembers,
  listPayingAccounts,
  listPendingMembers,
  lockMembers,
  type Member,
} from "./member-store.ts";

/** BSK-05: what an SCA means for a basket. A payment that has become impossible fails alone. */
export const approveBasket = (bank: Bank): ScaSubjectHandler => {
  /** Accounts that can no longer pay, found out before the unit that signs; gone with the SCA. */
  const unusable = new WeakMap<Sca, ReadonlySet<string>>();
  return {
    purpose: async (sca) => batchPurpose("basket", await membersOf(sca, bank)),
    approval: async (sca) => {
      const members = await membersOf(sca, bank);
      if (members.length === 0) return undefined;
      return { kind: "batch", details: await viewBatch("basket", members, bank) };
    },
    check: async (sca) => {
      const { usable, unusable: accounts } = await judgeAccounts(sca, bank);
      // A basket that was deleted meanwhile has no payments; signing it says so.
      if (usable === 0 && accounts.size > 0) return notTheirsFault;
      unusable.set(sca, accounts);
      return undefined;
    },
    approve: function* (sca, _form, at) {
      const accounts = unusable.get(sca) ?? new Set();
      return yield* signBasket(sca, accounts, at, bank);
    },
    settle: async (sca) => {
      const at = await bank.clock.now(sca.worldId);
      const pending = await bank.storage.read(() => listPendingMembers(sca.subjectId ?? ""));
      await deliverPayments(pending, at, bank);
      return undefined;
    },
  };
};

function* signBasket(
  sca: Sca,
  unusable: ReadonlySet<string>,
  at: number,
  bank: Bank,
): Unit<ScaFault | undefined> {
  const basket = yield* readBasket(sca.subjectId ?? "");
  if (basket?.state !== "open") return voidFault;
  // The basket before its payments, as who deletes it does: else each would wait for the other.
  const actor = sca.personId ?? "";
  if (!(yield* moveBasket(basket, { event: "signed", actor, at }, bank.ids))) return voidFault;
  const members = yield* lockMembers(basket.paymentIds);
  if (hashOfPayments(members) !== sca.subjectHash) return voidFault;
  const waiting = members.filter((member) => member.status === "RCVD");
  const { personId, agreementId, context } = sca;
  yield* signPayments(
    waiting.filter((member) => !unusable.has(member.debtorAccountId)),
    { personId, agreementId, context },
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
  return undefined;
}

/** Which of the accounts this person cannot pay from any more, and how many they still can. */
const judgeAccounts = async (sca: Sca, bank: Bank) => {
  const accounts = await bank.storage.read(() => listPayingAccounts(sca.subjectId ?? ""));
  const psu = {
    personId: sca.personId ?? "",
    agreementId: sca.agreementId,
    context: sca.context,
  };
  const unusable = new Set<string>();
  for (const { debtor_account_id: accountId, body } of accounts) {
    const { debtor } = readOrder(JSON.parse(body) as PaymentBody);
    const account = await bank.coreBank.findAccount(sca.worldId, debtor);
    const isUsable =
      account?.mayPay === true && (await mayUseAccount(sca.worldId, psu, accountId, bank));
    if (!isUsable) unusable.add(accountId);
  }
  return { unusable, usable: accounts.length - unusable.size };
};

const membersOf = (sca: Sca, bank: Bank): Promise<readonly Member[]> =>
  bank.storage.read(function* () {
    const basket = yield* readBasket(sca.subjectId ?? "");
    return basket === undefined ? [] : yield* listMembers(basket.paymentIds);
  });

const unusableText = "The account can no longer pay through the interface.";

const voidFault: ScaFault = {
  system: "sca",
  code: "SCA_INVALID",
  message: "The basket has changed or is no longer waiting for approval.",
  outcome: "changed",
};

const notTheirsFault: ScaFault = {
  system: "sca",
  code: "PSU_CREDENTIALS_INVALID",
  message: "The PSU may not use the accounts that pay.",
  outcome: "not-yours",
};
