import { type Html, html } from "../html/html.ts";
import { enEndings } from "./en-endings.ts";
import type { Texts } from "./nb.ts";

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

export const en: Texts = {
  months,
  day: (day: number, month: string, year: number) => `${day} ${month} ${year}`,
  and: "and",

  frame: {
    skip: "Skip to content",
    languages: "Language",
    sandbox: "Sandbox",
    progress: (step: number, of: number) => `Step ${step} of ${of}`,
    errorTitle: "Error",
    sandboxFooter: "This is a test bank. There is no real money here.",
    footer: "Check that the address at the top of your browser is the bank’s own.",
  },

  requester: {
    label: "Request from",
    through: (name: Html) => html`through ${name}`,
    onBehalfOf: "On behalf of",
  },

  identify: {
    title: "Confirm who you are",
    purpose: {
      payment: (who: Html, amount: Html, payee: Html) =>
        html`${who} asks you to approve a payment of ${amount} to ${payee}.`,
      cancellation: (who: Html, amount: Html, payee: Html) =>
        html`${who} asks you to stop the payment of ${amount} to ${payee}.`,
      batch: (who: Html, count: number, totals: Html) =>
        count === 1
          ? html`${who} asks you to approve one payment of ${totals}.`
          : html`${who} asks you to approve ${count} payments, ${totals} in total.`,
      accounts: (who: Html) => html`${who} asks to see your accounts. You choose which ones.`,
      funds: (who: Html) =>
        html`${who} asks to check whether your accounts have enough money. You choose which ones.`,
      login: (who: Html) => html`${who} asks you to confirm who you are.`,
      ownConsents: "Log in to see who has access to your accounts.",
      app: "Log in to see what is waiting for your approval.",
    },
    nothingYet: "Nothing happens until you have approved it.",
    number: "Customer number",
    numberHint: "8 to 11 digits",
    numberHintSandbox: "8 to 11 digits. In the sandbox it is a made-up national identity number.",
    continue: "Continue",
    refuse: "Cancel",
    error: "We could not confirm who you are.",
    attemptsLeft: (count: number) =>
      count === 1
        ? "You have one attempt left. If it fails too, this request is blocked."
        : `You have ${count} attempts left.`,
  },

  eidRedirect: {
    title: "Continue to your eID",
    text: "You are being sent to your eID to confirm.",
    link: "Continue",
  },

  wait: {
    title: "Confirm on your other device",
    text: "Open the app on your phone and confirm. This page continues by itself.",
    code: "The app shows this code. If it shows another one, do not confirm:",
    refresh: "I have confirmed",
    refuse: "Cancel",
  },

  /** A line without markup, shown by the eID. */
  approvalText: {
    identification: "Identify yourself on the page where you typed your customer number",
    pay: {
      payment: (amount: string, payee: string, account: string) =>
        `Pay ${amount} to ${payee}, account ${account}`,
      batch: (count: number, totals: string) =>
        count === 1 ? `Pay ${totals} in one payment` : `Pay ${totals} in ${count} payments`,
    },
    stop: {
      payment: (amount: string, payee: string, account: string) =>
        `Stop the payment of ${amount} to ${payee}, account ${account}`,
      batch: (count: number, totals: string) =>
        count === 1
          ? `Stop one payment of ${totals}`
          : `Stop ${count} payments, ${totals} in total`,
    },
    consent: (tpp: string, count: number) =>
      `Give ${tpp} access to ${count === 1 ? "one account" : `${count} accounts`}`,
    about: (totals: string) => `, about ${totals} in all`,
    reference: (digits: string) => `Reference ${digits}`,
  },

  context: {
    title: "Who are you acting for?",
    titleAgreement: "Which company are you acting for?",
    lead: (psu: Html) => html`You are identified as ${psu}.`,
    private: "Myself",
    privateHint: "Your own accounts",
    corporate: "A company",
    organisationNumber: "Org. no.",
    nothingChosen: "Choose who you are acting for.",
    continue: "Continue",
    refuse: "Cancel",
  },

  payment: {
    title: "Approve the payment",
    to: "to",
    toAccount: "To account",
    fromAccount: "From account",
    country: "Payee’s country",
    bic: "Payee’s bank (BIC)",
    date: "Paid on",
    atOnce: "At once",
    message: "Message",
    kid: "KID",
    reference: "Reference",
    exchange: "Exchange rate",
    debited: "Debited",
    about: (amount: string) => `about ${amount}`,
    rateNote: "The rate may change until the payment is made.",
    exchangeMessage: (total: string, rate: string | undefined) =>
      `About ${total} will be debited, fees included${rate ? ` (${rate})` : ""}. ` +
      "The rate on the day of execution applies.",
    fee: "Fee",
    total: "Total from the account",
    frequency: "How often",
    frequencies: {
      Daily: "Every day",
      Weekly: "Every week",
      EveryTwoWeeks: "Every two weeks",
      Monthly: "Every month",
      EveryTwoMonths: "Every two months",
      Quarterly: "Every quarter",
      SemiAnnual: "Every six months",
      Annual: "Every year",
      MonthlyVariable: "Chosen months",
    },
    dayOfExecution: "Day of the month",
    lastDay: "The last",
    dayNumber: (day: number) => String(day),
    months: "Months",
    start: "First time",
    end: "Last time",
    noEnd: "Until you stop it",
    approve: "Approve the payment",
    refuse: "Refuse",
  },

  batch: {
    title: (count: number) => (count === 1 ? "Approve the payment" : `Approve ${count} payments`),
    sum: "Total",
    count: (count: number) => (count === 1 ? "1 payment" : `${count} payments`),
    all: "All payments",
    toEnd: "Go to the end of the list",
    payee: "Payee",
    date: "Date",
    amount: "Amount",
    fromAccounts: "From account",
    rateNote: "The rate may change until the payments are made.",
    approve: (count: number) => (count === 1 ? "Approve the payment" : "Approve all"),
    refuse: "Refuse",
  },

  cancellation: {
    title: "Stop the payment",
    lead: "You approved this payment earlier. If you stop it now, it will not be made.",
    approve: "Stop the payment",
    refuse: "Keep the payment",
  },

  consent: {
    scopes: {
      accounts: {
        title: "Choose accounts to share",
        lead: (who: Html) =>
          html`${who} will see the name, balance and transactions of the accounts you tick.`,
        limit: "The access is for viewing only. Nobody can pay with it.",
        open: "Shared now",
      },
      funds: {
        title: "Choose accounts that may be checked",
        lead: (who: Html) =>
          html`${who} may ask whether the accounts you tick have a certain amount. The answer is yes or no.`,
        limit: "The access shows no balance and no transactions. Nobody can pay with it.",
        open: "Can be checked now",
      },
    },
    duration: (days: number, until: string) => `Access lasts ${days} days, until ${until}.`,
    revoking: "If you remove a tick, you take back access to that account.",
    accounts: "Accounts",
    none: "You have no accounts that can be shared.",
    approve: "Confirm your choice",
    refuse: "Cancel and change nothing",
  },

  app: {
    title: "Waiting for you",
    greeting: (psu: Html) => html`Hello, ${psu}`,
    empty: "Nothing is waiting for your approval.",
    refresh: "Refresh",
    cancellation: "Stop payment",
    payment: "Payment",
    batch: "Several payments",
    consent: "Access to your accounts",
    numbered: (what: string, place: number, of: number) => `${what} (${place} of ${of})`,
    approve: "Approve",
    refuse: "Refuse",
    notices: {
      approved: "Approved.",
      "waits-for-others": "Approved by you. The payment is waiting for others to approve it.",
      refused: "Refused. Nothing has been approved.",
      "no-funds": "There is not enough money in the account. The payment has not been made.",
      "may-not-sign": "You may not approve this payment. Nothing was changed.",
      failed: "Something went wrong on our side. Check your online bank for the result.",
      "choose-agreement":
        "Choose whom you approve for: yourself or a company. Nothing was changed.",
      "no-longer-waiting": "This request is no longer waiting. Nothing was changed.",
    },
    mockLabel: "Sandbox",
    mock: "The bank’s app on your phone, as the sandbox imitates it.",
    psuMessage: (bank: string) => `Open the ${bank} app and approve there.`,
    psuMessageSandbox: (address: string) => `In the sandbox the app is here: ${address}`,
  },

  ...enEndings,

  ownConsents: {
    title: "Who has access to your accounts?",
    lead: "These are the services you have given access to accounts. None of them can pay with it. When you remove access, it takes effect at once.",
    scopes: {
      accounts: "Can see names, balances and transactions.",
      funds: "Can only ask whether an account has a certain amount. The answer is yes or no.",
    },
    loggedIn: (psu: Html) => html`Logged in as ${psu}`,
    granted: "Granted",
    validUntil: "Lasts until",
    accounts: "Accounts",
    revokeAccount: "Remove",
    revoke: "Remove all access",
    change: "Change accounts",
    accesses: "Latest accesses",
    noAccesses: "This service has not used the access yet.",
    parts: {
      accounts: "Account details",
      balances: "Balance",
      transactions: "Transactions",
      funds: "Question about an amount",
    },
    severalAccounts: (count: number) => `${count} accounts`,
    at: (day: string, time: string) => `${day} at ${time}`,
    fromAccount: (account: string) => `access to ${account}`,
    fromRequester: (who: string) => `for ${who}`,
    empty: "No service has access to your accounts.",
    revoked: "The access has been removed.",
  },

  sandbox: {
    title: "Sandbox – not part of the bank",
    customers: "Test customers",
    customersHint: "Choose one to identify yourself as that customer.",
    mayPay: "May pay from the account",
    outcomes: "Decide the outcome",
    outcomesHint: "Choose how this ends, to test how your service handles it.",
    approve: "Approve",
    refuse: "Refuse",
    timeOut: "Let time run out",
    code: "Error code",
    fail: "End with the error code",
  },
};
