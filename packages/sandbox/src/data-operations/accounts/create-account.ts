import { type AccountId, isRefusal, refuse, respondWith, type WorldId } from "@varde/bank";
import {
  type AccountKind,
  type AccountToOpen,
  accountOpening,
  isLedgerRefusal,
} from "@varde/ledger";
import {
  formatNorwegianIban,
  type NorwegianBban,
  type SandboxAccountBody,
  type SandboxCardAccountBody,
} from "@varde/protocol";
import { run, type Statement, sql } from "@varde/storage";
import { engagementTable } from "../../directory/directory-tables.ts";
import { lockWorld } from "../../worlds/lock-world.ts";
import type { Customer } from "../customer-store.ts";
import {
  type DataOperation,
  type DataParts,
  type DataRequest,
  warnUnstored,
} from "../data-parts.ts";
import { findOwner } from "../find-owner.ts";
import { givenTexts } from "./given-texts.ts";
import { readCreditLine, readOpeningBalance } from "./opening-balance.ts";
import { cardAttributes, presentSandboxAccount } from "./present-account.ts";

type NewAccount = Omit<AccountToOpen, "worldId" | "id" | "ownerId">;

/** Creates an account that can pay and be paid at once, even if its check digit is wrong. */
export const createSandboxAccount: DataOperation = async (context, parts) => {
  const body = context.body as SandboxAccountBody;
  const iban: string = formatNorwegianIban(body.bban as NorwegianBban);
  if (body.iban && body.iban !== iban) {
    const text =
      body.iban.slice(4) === body.bban
        ? `The check digits of the IBAN are wrong; the IBAN of this BBAN is ${iban}.`
        : "The IBAN contains a different account number than the BBAN.";
    return refuse({ code: "FORMAT_ERROR", path: "/iban", text });
  }
  const creditLineMinor = readCreditLine(body.creditLine, body.currency, "/creditLine");
  if (typeof creditLineMinor !== "bigint") return creditLineMinor;
  const opening = readOpeningBalance(body.balances, body.currency, creditLineMinor);
  if (isRefusal(opening)) return opening;
  warnUnstored(context, opening.unstored);
  return open(context, parts, body.customerNumber, {
    kind: accountKind(body.cashAccountType),
    bban: body.bban,
    iban,
    bic: parts.dataSet.bank.bic,
    currency: body.currency,
    name: body.accountName,
    product: body.product ?? "",
    cashAccountType: body.cashAccountType || "CACC",
    creditLineMinor,
    openingMinor: opening.openingMinor,
  });
};

/** Creates a card account. It can pay only with a related account, whose number a payment uses. */
export const createSandboxCardAccount: DataOperation = async (context, parts) => {
  const body = context.body as SandboxCardAccountBody;
  const name = body.accountName ?? body.name;
  if (name === undefined) {
    const text = "accountName is missing; give accountName or name.";
    return refuse({ code: "FORMAT_ERROR", path: "/accountName", text });
  }
  const creditLineMinor = readCreditLine(body.creditLimit, body.currency, "/creditLimit");
  if (typeof creditLineMinor !== "bigint") return creditLineMinor;
  const opening = readOpeningBalance(body.balances, body.currency, creditLineMinor);
  if (isRefusal(opening)) return opening;
  const otherName = (body.name ?? name) === name ? [] : ["/name (accountName is used)"];
  warnUnstored(context, [...otherName, ...opening.unstored]);
  const { relatedAccount } = body;
  return open(context, parts, body.customerNumber, {
    kind: "card",
    ...(relatedAccount ? { bban: relatedAccount } : {}),
    currency: body.currency,
    name,
    product: body.product ?? "",
    cashAccountType: "CARD",
    attributes: { maskedPan: body.maskedPan, ...givenTexts(body, cardAttributes) },
    creditLineMinor,
    openingMinor: opening.openingMinor,
    isPayable: Boolean(relatedAccount),
  });
};

const kinds: Readonly<Record<string, AccountKind>> = {
  SVGS: "savings",
  TAXE: "tax",
  LOAN: "loan",
};

const accountKind = (cashAccountType: string | undefined): AccountKind =>
  kinds[cashAccountType?.toUpperCase() ?? ""] ?? "current";

const open = async (
  context: DataRequest,
  parts: DataParts,
  customerNumber: string,
  account: NewAccount,
) => {
  const { worldId } = parts;
  const id = parts.ids.newId();
  const engagementId = parts.ids.newId();
  const opened = await parts.storage.write(function* () {
    yield* lockWorld(worldId);
    const owner = yield* findOwner(worldId, customerNumber, "/customerNumber", "any");
    if (isRefusal(owner)) return owner;
    const ownerId = owner.customerId;
    const created = yield* accountOpening(
      { ...account, worldId, id, ownerId },
      BigInt(context.now),
    );
    if (owner.customerType === "PRIVATE") {
      yield* run(joinAgreement(worldId, id, owner, engagementId));
    }
    return presentSandboxAccount(created, owner.customerNumber);
  });
  if (isRefusal(opened)) return opened;
  if (isLedgerRefusal(opened)) {
    const path = account.kind === "card" ? "/relatedAccount" : "/bban";
    return refuse({ code: "CONFLICT", path, text: opened.text });
  }
  return respondWith(201, opened);
};

/** Adds an account to the agreement of its private customer, which covers all of its accounts. */
const joinAgreement = (
  worldId: WorldId,
  accountId: AccountId,
  { customerId, personId }: Customer,
  engagementId: string,
): Statement =>
  sql`insert into sandbox_engagement (${engagementTable.columns})
    select world_id, cast(${engagementId} as text), agreement_id, cast(${personId} as text),
      cast(${accountId} as text), 1, 1, 0
    from sandbox_agreement
    where world_id = ${worldId} and owner_id = ${customerId} and context = 'PRIVATE'`;
