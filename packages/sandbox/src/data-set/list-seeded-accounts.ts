import type { AccountId } from "@varde/bank";
import type { AccountToOpen } from "@varde/ledger";
import type { SeededCompany } from "./companies.ts";
import type { DataSet } from "./data-set.ts";
import type { SeededPrivateCustomer } from "./people.ts";
import type { SeededAccount, SeededCard } from "./seeded-account.ts";

/** An account as the ledger opens it, with its owner. */
export interface OwnedAccount extends Omit<AccountToOpen, "worldId" | "id" | "bban"> {
  readonly accountId: AccountId;
  /** The account number; for a card, the reference that payments use in its place. */
  readonly bban: string;
  readonly owner: SeededPrivateCustomer | SeededCompany;
}

/** Lists every account of a data set. */
export function listSeededAccounts({ bank, people, companies }: DataSet): readonly OwnedAccount[] {
  return [
    ...Object.values(people).flatMap((owner) => [
      ownedAccount(owner, owner.current, bank.bic),
      ownedAccount(owner, owner.savings, bank.bic),
      ownedCard(owner, owner.card),
    ]),
    ...Object.values(companies).flatMap((owner) =>
      owner.accounts.map((account) => ownedAccount(owner, account, bank.bic)),
    ),
  ];
}

function ownedAccount(
  owner: OwnedAccount["owner"],
  account: SeededAccount,
  bic: string,
): OwnedAccount {
  const { balanceMinor, mayPay, ...rest } = account;
  return {
    ...rest,
    owner,
    ownerId: owner.customerId,
    bic,
    openingMinor: balanceMinor,
    isPayable: mayPay,
  };
}

function ownedCard(owner: SeededPrivateCustomer, card: SeededCard): OwnedAccount {
  return {
    accountId: card.accountId,
    owner,
    ownerId: owner.customerId,
    kind: "card",
    bban: card.relatedAccount,
    currency: card.currency,
    name: card.name,
    product: card.product,
    cashAccountType: "CARD",
    attributes: { maskedPan: card.maskedPan, relatedAccount: card.relatedAccount },
    creditLineMinor: card.creditLimitMinor,
    openingMinor: card.balanceMinor,
  };
}
