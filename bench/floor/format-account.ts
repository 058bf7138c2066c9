import type { AccountRead, AccountRows, FloorRow } from "./floor-rows.ts";

/** Formats balances or transactions as JSON, with the same fields as the bank's own response. */
export const formatAccount = (read: AccountRead, rows: AccountRows): string => {
  const { bban, currency } = rows.account;
  const account = { bban, currency };
  if (read.kind === "balances") {
    return JSON.stringify({ account, balances: balances(rows.account) });
  }
  const path = `/v1/accounts/${read.accountId}`;
  const list = { href: `${path}/transactions?limit=200&total=${rows.total}`, verbs: ["GET"] };
  return JSON.stringify({
    account,
    transactions: {
      booked: rows.transactions.map((row) => transaction(path, row)),
      _links: {
        self: list,
        first: list,
        last: list,
        account: { href: path, verbs: ["GET"] },
      },
    },
  });
};

const amount = (minor: number, currency: unknown) => ({
  amount: (minor / 100).toFixed(2),
  currency,
});

const balances = (row: FloorRow) => {
  const [booked, reserved] = [Number(row.booked_minor), Number(row.reserved_minor)];
  const lastChangeDateTime = new Date(Number(row.changed_at)).toISOString();
  const balance = (balanceType: string, minor: number) => ({
    balanceType,
    balanceAmount: amount(minor, row.currency),
    lastChangeDateTime,
  });
  const credit = Number(row.credit_line_minor);
  return [
    balance("closingBooked", booked),
    balance("expected", booked - reserved),
    {
      ...balance("forwardAvailable", booked - reserved + credit),
      creditLimitIncluded: credit > 0,
    },
  ];
};

const transaction = (path: string, row: FloorRow) => {
  const texts = JSON.parse(row.texts as string);
  return {
    transactionId: row.id,
    bookingDate: row.booking_date,
    valueDate: row.value_date,
    transactionAmount: amount(Number(row.amount_minor), row.currency),
    creditorName: texts.creditor.name,
    creditorAccount: { bban: texts.creditor.bban },
    remittanceInformationUnstructured: texts.remittanceUnstructured[0],
    bankTransactionCode: texts.bankTransactionCode,
    proprietaryBankTransactionCode: texts.proprietaryBankTransactionCode,
    _links: { transactionDetails: { href: `${path}/transactions/${row.id}`, verbs: ["GET"] } },
  };
};
