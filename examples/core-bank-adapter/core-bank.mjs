import { createServer } from "node:http";

// Step 1: accounts and customers. Amounts are BigInt in minor units: 1_000_000n is NOK 10 000.
const accounts = new Map();
for (const [accountId, bban, bookedMinor] of [
  ["account-1", "99901010028", 1_000_000n],
  ["account-2", "99901010117", 1_000_000n],
]) {
  const account = { accountId, bban, bookedMinor, reservedMinor: 0n, changedAt: Date.now() };
  accounts.set(accountId, { ...account, transactions: [], pending: [] });
}
const people = [
  { personId: "person-1", name: "Kari Nordli", number: "03848420491", accountIds: ["account-1"] },
  { personId: "person-2", name: "Ola Bråten", number: "17917931119", accountIds: ["account-2"] },
];
const ownBankNumber = "9990";

// Step 2: every operation is a POST with a JSON body; what is refused says why.
const refusal = (status, detail) => Object.assign(new Error(detail), { status });

async function handle(request) {
  const operation = operations[request.url.replace(/^\/v1/, "")];
  if (operation === undefined) throw refusal(404, "The contract has no such path.");
  if (request.method !== "POST") throw refusal(405, "Every operation is a POST.");
  const [run, shape] = operation;
  const text = Buffer.concat(await request.toArray()).toString();
  const body = text === "" ? undefined : JSON.parse(text);
  refuseFault(body, shape, "");
  return run(body);
}

const server = createServer(async (request, response) => {
  const send = (status, type, value) => {
    // A missing value is a missing field, and an amount is a string.
    const json = JSON.stringify(value, (_, one) => (typeof one === "bigint" ? String(one) : one));
    response.writeHead(status, { "content-type": type }).end(json);
  };
  try {
    send(200, "application/json", await handle(request));
  } catch (error) {
    const { status = error instanceof SyntaxError ? 400 : 500, message } = error;
    const title = status === 500 ? "The core bank failed." : message;
    send(status, "application/problem+json", { title, status, detail: title });
  }
});

// Step 3: the fields that a request must have, and their forms. Unknown fields are ignored.
const isText = (value) => typeof value === "string";
const isAmount = (value) => isText(value) && /^-?[0-9]{1,18}$/.test(value);
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const ofAccount = { worldId: isText, accountId: isText };
const instruction = {
  ...{ instructionId: isText, attempt: isAmount, route: isText, debtorAccountId: isText },
  ...{ creditor: isObject, amountMinor: isAmount, currency: isText, agreedFeeMinor: isAmount },
  ...{ remittance: Array.isArray, references: Array.isArray },
};

function refuseFault(value, shape, pointer) {
  const isForm = typeof shape === "function";
  const isValid = isForm ? shape(value) : isObject(value);
  if (!isValid) throw refusal(400, `The value at ${pointer || "the root"} is malformed.`);
  if (isForm) return;
  for (const [name, one] of Object.entries(shape)) {
    refuseFault(value[name], one, `${pointer}/${name}`);
  }
}

// Step 4: accounts, balances and funds. Not found is not an error.
const presentAccount = ({ accountId, bban }) => ({
  ...{ accountId, bban, currency: "NOK", name: "Current account" },
  ...{ isCard: false, mayPay: true, creditLineMinor: 0n },
});
const available = (account) => account.bookedMinor - account.reservedMinor;

function findAccount({ reference }) {
  const account = [...accounts.values()].find(({ bban }) => bban === reference.bban);
  return { account: account && presentAccount(account) };
}

const listAccounts = ({ accountIds }) => ({
  accounts: accountIds.flatMap((id) => accounts.get(id) ?? []).map(presentAccount),
});

function readBalances({ accountId }) {
  const account = accounts.get(accountId);
  if (account === undefined) return {};
  const { bookedMinor, changedAt } = account;
  const [expectedMinor, availableMinor] = [available(account), available(account)];
  return { balances: { accountId, bookedMinor, expectedMinor, availableMinor, changedAt } };
}

function hasFunds({ accountId, amountMinor, currency }) {
  const account = accounts.get(accountId);
  const isCovered = account !== undefined && BigInt(amountMinor) <= available(account);
  return { hasFunds: isCovered && currency === "NOK" };
}

// Step 5: transactions, newest first. A database needs an index on account, date and id.
let lastNumber = 0;
const osloDay = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Oslo" });

function book(account, amountMinor, details) {
  const at = Date.now();
  const day = osloDay.format(at);
  lastNumber += 1;
  account.bookedMinor += amountMinor;
  account.changedAt = at;
  account.transactions.unshift({
    ...{ accountId: account.accountId, transactionId: String(lastNumber).padStart(12, "0") },
    ...{ amountMinor, currency: "NOK", bookingDate: day, valueDate: day, bookedAt: at },
    ...details,
  });
}

function rowsOf(accountId, { from, to = "9999-12-31" }) {
  const rows = accounts.get(accountId)?.transactions ?? [];
  return rows.filter(({ bookingDate }) => from <= bookingDate && bookingDate <= to);
}

function listTransactions({ accountId, page }) {
  const { place, limit } = page;
  const rows = rowsOf(accountId, page);
  const key = place.key?.transactionId;
  const transactions = {
    offset: () => rows.slice(place.offset, place.offset + limit),
    after: () => rows.filter((row) => row.transactionId < key).slice(0, limit),
    before: () => rows.filter((row) => row.transactionId > key).slice(-limit),
    end: () => rows.slice(-limit),
  }[place.at]();
  return { transactions };
}

const countTransactions = ({ accountId, days }) => ({ count: rowsOf(accountId, days).length });

function readTransaction({ accountId, transactionId }) {
  const rows = accounts.get(accountId)?.transactions ?? [];
  return { transaction: rows.find((row) => row.transactionId === transactionId) };
}

// Step 6: fees and rates.
function readPriceList() {
  const routes = ["own-bank", "instant", "clearing", "cross-border"];
  const fees = routes.map((route) => ({ route, feeMinor: 0n }));
  const rates = [{ currency: "NOK", ratePpm: 1_000_000n }];
  return { priceList: { feeCurrency: "NOK", fees, conversionPpm: 0n, rates } };
}

// Step 7: payments. instructionId is the key; only an attempt without funds may be tried again.
const payments = new Map();

/** The fields that must be the same when an instruction is submitted again. */
const contentOf = ({ amountMinor, currency, debtorAccountId, creditor: { bban, iban } }) =>
  JSON.stringify([amountMinor, currency, debtorAccountId, bban, iban]);

function submit({ instructions }) {
  for (const [at, one] of instructions.entries()) {
    refuseFault(one, instruction, `/instructions/${at}`);
    const known = payments.get(one.instructionId);
    if (known !== undefined && known.content !== contentOf(one)) {
      throw refusal(409, `${one.instructionId} was submitted with other content.`);
    }
  }
  return { outcomes: instructions.map(submitOne) };
}

function submitOne(one) {
  const known = payments.get(one.instructionId);
  const attempt = BigInt(one.attempt);
  const isRetry = known?.outcome.kind === "no-funds" && attempt > known.attempt;
  if (known !== undefined && !isRetry) return known.outcome;
  const payment = { content: contentOf(one), attempt };
  payments.set(one.instructionId, payment);
  payment.outcome = isSuspicious(one) ? hold(one, payment) : execute(one, payment);
  return payment.outcome;
}

function execute(one, payment) {
  const amountMinor = BigInt(one.amountMinor);
  const totalMinor = amountMinor + BigInt(one.agreedFeeMinor);
  const debtor = accounts.get(one.debtorAccountId);
  const { bban = "" } = one.creditor;
  const creditor = [...accounts.values()].find((account) => account.bban === bban);
  const refuse = (reason) => ({ kind: "refused", reason });
  if (debtor === undefined) return refuse("The debtor account is closed.");
  if (one.currency !== "NOK" || amountMinor <= 0n) return refuse("Pay a positive amount in NOK.");
  const isOurs = one.route === "own-bank" || bban.startsWith(ownBankNumber);
  if (isOurs && creditor === undefined) return refuse("The creditor account is closed.");
  if (totalMinor > available(debtor)) return { kind: "no-funds" };
  if (!isOurs) return sendToOtherBank(one, payment, debtor, totalMinor);
  book(creditor, amountMinor, detailsOf(one));
  return bookPayment(one, debtor);
}

function detailsOf({ instructionId, creditor: { name, bban }, ...one }) {
  const { remittance, references, endToEndId, debtorName } = one;
  return {
    ...{ debtor: { name: debtorName }, creditor: { name, bban } },
    ...{ remittance, references, endToEndId, bankReferences: [instructionId] },
  };
}

function bookPayment(one, debtor) {
  book(debtor, -BigInt(one.amountMinor), detailsOf(one));
  const feeMinor = BigInt(one.agreedFeeMinor);
  if (feeMinor > 0n) book(debtor, -feeMinor, detailsOf(one));
  return { kind: "settled" };
}

// Step 8: payments to other banks are sent at first; their end is an outcome that is listed later.
const rejectingBban = "99809900106";
const settlesAfterMs = 200;
const outcomes = [];
let lastReceipt = 0;

function finish({ instructionId }, payment, outcome) {
  lastReceipt += 1;
  payment.outcome = outcome;
  outcomes.push({ instructionId, outcome, receipt: `receipt-${lastReceipt}` });
}

function sendToOtherBank(one, payment, debtor, totalMinor) {
  const row = { ...detailsOf(one), accountId: debtor.accountId, since: Date.now() };
  const amounts = [one.amountMinor, one.agreedFeeMinor].map(BigInt).filter((minor) => minor > 0n);
  const pending = amounts.map((minor) => ({ ...row, amountMinor: -minor, currency: "NOK" }));
  debtor.reservedMinor += totalMinor;
  debtor.pending.unshift(...pending);
  setTimeout(() => {
    debtor.reservedMinor -= totalMinor;
    debtor.pending = debtor.pending.filter((one) => !pending.includes(one));
    const reason = "The payee's bank rejected the payment.";
    if (one.creditor.bban === rejectingBban) finish(one, payment, { kind: "refused", reason });
    else finish(one, payment, bookPayment(one, debtor));
  }, settlesAfterMs);
  return { kind: "sent" };
}

const listPending = ({ accountId }) => ({ pending: accounts.get(accountId)?.pending ?? [] });
const listOutcomes = ({ limit }) => ({ outcomes: outcomes.slice(0, limit) });

function acknowledge(request) {
  for (const { instructionId, receipt } of request.outcomes) {
    const isIt = (one) => one.instructionId === instructionId && one.receipt === receipt;
    if (outcomes.some(isIt)) outcomes.splice(outcomes.findIndex(isIt), 1);
  }
  return {};
}

// Step 9: a payment that somebody has to look at is pending. Nothing is moved until then.
const screeningMs = 100;
const isSuspicious = ({ amountMinor }) => BigInt(amountMinor) >= 200_000n;

function hold(one, payment) {
  // Here: a case for your fraud desk, which decides when it has looked at the payment.
  setTimeout(() => finish(one, payment, execute(one, payment)), screeningMs);
  return { kind: "pending" };
}

// Step 10: customers and what they may use; then the table of operations.
const present = (one) => ({ person: one && { personId: one.personId, name: one.name } });
const readPerson = ({ personId }) => present(people.find((one) => one.personId === personId));
const findPerson = (request) =>
  present(people.find((one) => one.number === request.customerNumber));

function listAgreements({ personId }) {
  const person = people.find((one) => one.personId === personId);
  const agreement = { agreementId: `private-${personId}`, context: "PRIVATE" };
  const { name, accountIds } = person ?? {};
  return { agreements: person ? [{ ...agreement, name, accountIds }] : [] };
}

function mayUseAccount({ accountId, ...request }) {
  const mayUse = listAgreements(request).agreements.some((agreement) => {
    const { agreementId = agreement.agreementId, context = agreement.context } = request;
    const isMeant = agreementId === agreement.agreementId && context === agreement.context;
    return isMeant && agreement.accountIds.includes(accountId);
  });
  return { mayUse };
}

const page = { from: isText, place: { at: isText }, limit: Number.isInteger };
const operations = {
  "/accounts/find": [findAccount, { worldId: isText, reference: isObject }],
  "/accounts/list": [listAccounts, { worldId: isText, accountIds: Array.isArray }],
  "/balances/read": [readBalances, ofAccount],
  "/funds/check": [hasFunds, { ...ofAccount, amountMinor: isAmount, currency: isText }],
  "/transactions/list": [listTransactions, { ...ofAccount, page }],
  "/transactions/count": [countTransactions, { ...ofAccount, days: { from: isText } }],
  "/transactions/read": [readTransaction, { ...ofAccount, transactionId: isText }],
  "/pending/list": [listPending, ofAccount],
  "/price-list/read": [readPriceList, {}],
  "/instructions/submit": [submit, { worldId: isText, instructions: Array.isArray }],
  "/outcomes/list": [listOutcomes, { worldId: isText, limit: Number.isInteger }],
  "/outcomes/acknowledge": [acknowledge, { worldId: isText, outcomes: Array.isArray }],
  "/people/find": [findPerson, { worldId: isText, customerNumber: isText }],
  "/people/read": [readPerson, { worldId: isText, personId: isText }],
  "/agreements/list": [listAgreements, { worldId: isText, personId: isText }],
  "/accounts/may-use": [mayUseAccount, { ...ofAccount, personId: isText }],
};
server.listen(Number(process.argv[2] ?? 8090), "127.0.0.1", () => {
  console.log(`Contract   http://127.0.0.1:${server.address().port}/v1`);
});
