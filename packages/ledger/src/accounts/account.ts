import type { WorldId } from "@varde/storage";
/** The kinds of customer accounts. The bank's own accounts are in internal-account.ts. */
export const accountKinds = ["current", "savings", "tax", "card", "loan"] as const;
export type AccountKind = (typeof accountKinds)[number];

/** A customer's account without its balances. Amounts are minor units of its currency. */
export interface AccountTerms {
  readonly worldId: WorldId;
  readonly id: string;
  /** The id of the customer, which has no meaning to the ledger. */
  readonly ownerId: string;
  readonly kind: AccountKind;
  readonly bban: string | null;
  readonly iban: string | null;
  readonly bic: string | null;
  readonly currency: string;
  readonly name: string;
  readonly product: string;
  readonly cashAccountType: string;
  /** Stored and returned unchanged, for example the masked number of a card. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly creditLineMinor: bigint;
  /** Whether payments may be made from it. */
  readonly isPayable: boolean;
  readonly openedAt: bigint;
  readonly closedAt: bigint | null;
}

/** An account with its balances, which change with every payment. */
export interface Account extends AccountTerms {
  readonly bookedMinor: bigint;
  readonly reservedMinor: bigint;
  /** The time of the last change of a balance. */
  readonly changedAt: bigint;
}

export interface TermsRow {
  readonly world_id: string;
  readonly id: string;
  readonly owner_id: string;
  readonly kind: AccountKind;
  readonly bban: string | null;
  readonly iban: string | null;
  readonly bic: string | null;
  readonly currency: string;
  readonly name: string;
  readonly product: string;
  readonly cash_account_type: string;
  readonly attributes: string;
  readonly credit_line_minor: bigint;
  readonly payable: bigint;
  readonly opened_at: bigint;
  readonly closed_at: bigint | null;
}

export interface AccountRow extends TermsRow {
  readonly booked_minor: bigint;
  readonly reserved_minor: bigint;
  readonly changed_at: bigint;
}

export function termsFromRow(row: TermsRow): AccountTerms {
  return {
    worldId: row.world_id,
    id: row.id,
    ownerId: row.owner_id,
    kind: row.kind,
    bban: row.bban,
    iban: row.iban,
    bic: row.bic,
    currency: row.currency,
    name: row.name,
    product: row.product,
    cashAccountType: row.cash_account_type,
    attributes: JSON.parse(row.attributes),
    creditLineMinor: row.credit_line_minor,
    isPayable: row.payable === 1n,
    openedAt: row.opened_at,
    closedAt: row.closed_at,
  };
}

export function accountFromRow(row: AccountRow): Account {
  return {
    ...termsFromRow(row),
    bookedMinor: row.booked_minor,
    reservedMinor: row.reserved_minor,
    changedAt: row.changed_at,
  };
}
