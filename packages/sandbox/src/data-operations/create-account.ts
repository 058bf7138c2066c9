import type { RequestContext } from "@varde/bank";
import { answerWith, isRefusal, type Refusal, refuse } from "@varde/bank";
import { type AccountKind, type AccountToOpen, Refused } from "@varde/ledger";
import {
  formatNorwegianIban,
  type NorwegianBban,
  type SandboxAccountBody,
  type SandboxCardAccountBody,
} from "@varde/protocol";
import { run, sql } from "@varde/storage";
import { bankIdentity } from "../data-set/bank-identity.ts";
import type { Customer } from "./customer-store.ts";
import type { DataOperation, DataParts } from "./data-parts.ts";
import { findOwner } from "./find-owner.ts";
import { readCreditLine, readOpeningBalance } from "./opening-balance.ts";
import { presentSandboxAccount } from "./present-account.ts";

type NewAccount = Omit<AccountToOpen, "worldId" | "id" | "ownerId">;

/** An account that can pay and be paid at once, whatever its check digit says. */
export const createSandboxAccount: DataOperation = async (context, parts) => {
  const body = context.body as SandboxAccountBody;
  const iban: string = formatNorwegianIban(body.bban as NorwegianBban);
  if (body.iban && body.iban !== iban) {
    const text =
      body.iban.slice(4) === body.bban
        ? `The IBAN of this account number is ${iban}: its check digits are others.`
        : "The IBAN holds another account number than the BBAN.";
    return refuse({ code: "FORMAT_ERROR", path: "/iban", text });
  }
  const creditLineMinor = readCreditLine(body.creditLine, body.currency, "/creditLine");
  if (typeof creditLineMinor !== "bigint") return creditLineMinor;
  const openingMinor = readOpeningBalance(body.balances, body.currency, creditLineMinor);
  if (typeof openingMinor !== "bigint") return openingMinor;
  return open(context, parts, body.customerNumber, {
    kind: kindOf(body.cashAccountType),
    bban: body.bban,
    iban,
    bic: bankIdentity.bic,
    currency: body.currency,
    name: body.accountName,
    product: body.product ?? "",
    cashAccountType: body.cashAccountType || "CACC",
    creditLineMinor,
    openingMinor,
  });
};

/** A card account. Only one with a related account can pay: that is what a payment names it by. */
export const createSandboxCardAccount: DataOperation = async (context, parts) => {
  const body = context.body as SandboxCardAccountBody;
  const creditLineMinor = readCreditLine(body.creditLimit, body.currency, "/creditLimit");
  if (typeof creditLineMinor !== "bigint") return creditLineMinor;
  const openingMinor = readOpeningBalance(body.balances, body.currency, creditLineMinor);
  if (typeof openingMinor !== "bigint") return openingMinor;
  const { relatedAccount } = body;
  return open(context, parts, body.customerNumber, {
    kind: "card",
    ...(relatedAccount ? { bban: relatedAccount } : {}),
    currency: body.currency,
    name: body.accountName,
    product: body.product ?? "",
    cashAccountType: "CARD",
    attributes: { maskedPan: body.maskedPan, ...(relatedAccount ? { relatedAccount } : {}) },
    creditLineMinor,
    openingMinor,
    isPayable: Boolean(relatedAccount),
  });
};

const kinds: Readonly<Record<string, AccountKind>> = {
  SVGS: "savings",
  TAXE: "tax",
  LOAN: "loan",
};

const kindOf = (cashAccountType: string | undefined): AccountKind =>
  kinds[cashAccountType?.toUpperCase() ?? ""] ?? "current";

const open = async (
  context: RequestContext,
  parts: DataParts,
  customerNumber: string,
  account: NewAccount,
) => {
  const { worldId } = context.tpp;
  const owner = await findOwner(worldId, customerNumber, "/customerNumber", "any", parts);
  if (isRefusal(owner)) return owner;
  const id = parts.ids.newId();
  const at = BigInt(context.now);
  const refused = await openInLedger(
    { ...account, worldId, id, ownerId: owner.customerId },
    at,
    parts,
  );
  if (refused !== undefined) return refused;
  if (owner.customerType === "PRIVATE") await joinAgreement(worldId, id, owner, parts);
  const opened = await parts.ledger.readAccount(worldId, id);
  if (opened === undefined) return refuse({ code: "CONFLICT", text: "The world was just reset." });
  return answerWith(201, presentSandboxAccount(opened, owner.customerNumber));
};

const openInLedger = async (
  account: AccountToOpen,
  at: bigint,
  { ledger }: DataParts,
): Promise<Refusal | undefined> => {
  try {
    await ledger.openAccount(account, at);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const path = account.kind === "card" ? "/relatedAccount" : "/bban";
    return refuse({ code: "CONFLICT", path, text: error.message });
  }
};

/** Every account of a private customer belongs to the customer's own agreement. */
const joinAgreement = async (
  worldId: string,
  accountId: string,
  { customerId, personId }: Customer,
  { storage, ids }: DataParts,
): Promise<void> => {
  const engagementId = ids.newId();
  await storage.write(function* () {
    yield* run(
      sql`insert into sandbox_engagement (world_id, engagement_id, agreement_id, person_id,
          account_id, may_view, may_register)
        select world_id, cast(${engagementId} as text), agreement_id, cast(${personId} as text),
          cast(${accountId} as text), 1, 1
        from sandbox_agreement
        where world_id = ${worldId} and owner_id = ${customerId} and context = 'PRIVATE'`,
    );
  });
};
