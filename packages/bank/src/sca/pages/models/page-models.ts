import type { Locale } from "../../../ports/locale.ts";
import type { TestCustomer } from "../../../ports/sca-method.ts";
import type { ConsentScope } from "../../../request/consent.ts";
import type { ScaOutcome } from "../../../request/sca-fault.ts";

/**
 * What each page is drawn from, and the form fields it sends back.
 *
 * Every form is `method="post"` to `form.action` and carries `csrf`. A form that moves the SCA on
 * carries `step` (the page it was drawn by, see {@link Step}) and the pressed button as `decision`.
 * The sandbox panel has forms of its own: see {@link SandboxPanel}.
 */

/** Integer minor units with the currency's own number of fraction digits. */
export type Money = { amountMinor: bigint; currency: string; fractionDigits: number };

/** The value of the hidden field `step`. */
export type Step = "identify" | "context" | "approve" | "consent" | "app" | "own-consents";

/** The value of the pressed button `decision`. */
export type Decision = "continue" | "approve" | "refuse" | "revoke";

/** What every page shows around its content. */
export type PageFrame = {
  locale: Locale;
  bankName: string;
  /** Paths the assets of `page-assets.ts` are served at. */
  assets: { stylesheet: string; mark: string };
  /** Addresses of this same page in each language; absent where there is no way back to it. */
  languages?: Readonly<Record<Locale, string>>;
  /** Says in the header that no real money is here. */
  isSandbox?: boolean;
  /** "Step 1 of 3" above the heading. */
  progress?: { step: number; of: number };
};

export type PageForm = { action: string; csrf: string };

/** The TPP as the PSU knows it. */
export type Requester = { name: string; brand?: string };

export type AccountView = { number: string; name?: string };

export type Remittance = { kind: "message" | "kid" | "reference"; text: string };

export type Frequency =
  | "Daily"
  | "Weekly"
  | "EveryTwoWeeks"
  | "Monthly"
  | "EveryTwoMonths"
  | "Quarterly"
  | "SemiAnnual"
  | "Annual"
  | "MonthlyVariable";

export type ScheduleView = {
  frequency: Frequency;
  startDate: string;
  endDate?: string;
  /** 1 to 31, where 31 is the last day of the month. */
  dayOfExecution?: number;
  /** 1 to 12. */
  monthsOfExecution?: readonly number[];
};

/** Everything dynamic linking binds; dates are ISO 8601 Oslo days. */
export type PaymentView = {
  amount: Money;
  payee: { name: string; account: string; country?: string; bic?: string };
  fromAccount: AccountView;
  /** Absent when the payment is made at once, or when a schedule says when. */
  executionDate?: string;
  schedule?: ScheduleView;
  remittance?: readonly Remittance[];
  /** Units of `to` for one unit of `from`, as a decimal string with a point. */
  exchange?: { from: string; to: string; rate: string };
  fee?: Money;
  /** What leaves the account in all; shown when given. */
  total?: Money;
};

/** A signing basket, or one bulk payment: sums per currency and every payee. */
export type BatchView = {
  kind: "basket" | "bulk";
  totals: readonly Money[];
  fromAccounts: readonly AccountView[];
  rows: readonly {
    payee: { name: string; account: string };
    amount: Money;
    executionDate?: string;
    reference?: string;
  }[];
  fee?: Money;
};

/** What the PSU is being asked for, told on the way in. */
export type Purpose =
  | { kind: "payment"; amount: Money; payeeName: string }
  | { kind: "cancellation"; amount: Money; payeeName: string }
  | { kind: "basket" | "bulk"; totals: readonly Money[]; count: number }
  | { kind: ConsentScope }
  | { kind: "login" }
  | { kind: "own-consents" }
  | { kind: "app" };

export type SandboxOutcome = "approve" | "refuse" | "fail" | "time-out";

/** Drawn apart from the bank's own page, and only in the sandbox. */
export type SandboxPanel = {
  /** Identify page only. Each is a button that sends what the page's own form would send. */
  customers?: readonly TestCustomer[];
  /** Sends `csrf`, `outcome` ({@link SandboxOutcome}) and `code`, which only `fail` means. */
  outcomes?: { action: string; offered: readonly SandboxOutcome[]; codes: readonly string[] };
};

/** Sends `step=identify`, `customerNumber`, `decision` = continue | refuse. */
export type IdentifyPage = {
  frame: PageFrame;
  form: PageForm;
  /** Absent when the PSU came by itself, to the bank's own pages. */
  requester?: Requester;
  purpose: Purpose;
  /** Set after a failed identification; the page never says which part was wrong. */
  error?: { attemptsLeft: number };
  sandbox?: SandboxPanel;
};

/**
 * Sends `step=context`, `context` (read it with `parseContextChoice`) and `decision` = continue |
 * refuse.
 */
export type ContextPage = {
  frame: PageFrame;
  form: PageForm;
  requester?: Requester;
  psuName: string;
  /** False when PSU-Context already said CORPORATE. */
  offersPrivate: boolean;
  agreements: readonly { id: string; name: string; organisationNumber?: string }[];
  /** Set when the form came back without a choice. */
  error?: "nothing-chosen";
  sandbox?: SandboxPanel;
};

/** Sends `step=approve`, `decision` = approve | refuse. */
type ApprovePage<Details> = {
  frame: PageFrame;
  form: PageForm;
  requester: Requester;
  /** The agreement's name in corporate context. */
  onBehalfOf?: string;
  details: Details;
  sandbox?: SandboxPanel;
};

export type ApprovePaymentPage = ApprovePage<PaymentView>;
export type ApproveBatchPage = ApprovePage<BatchView>;
export type ApproveCancellationPage = ApprovePage<PaymentView | BatchView>;

type ConsentChoice = {
  id: string;
  name: string;
  number: string;
  isGranted: boolean;
  isOpen: boolean;
};

/** Sends `step=consent`, `account` (one for each ticked account), `decision` = approve | refuse. */
export type ConsentPage = {
  frame: PageFrame;
  form: PageForm;
  requester: Requester;
  onBehalfOf?: string;
  /** What is granted: to see the accounts, or only to ask whether an amount is there. */
  scope: ConsentScope;
  /** Those granted before are ticked; a tag stands on those that are open at present. */
  accounts: readonly ConsentChoice[];
  validDays: number;
  validUntil: string;
  sandbox?: SandboxPanel;
};

/** Something that waits for approval in the app. */
export type WaitingApproval = {
  authorisationId: string;
  requester: Requester;
  onBehalfOf?: string;
  subject:
    | { kind: "payment"; details: PaymentView }
    | { kind: "cancellation"; details: PaymentView | BatchView }
    | { kind: "batch"; details: BatchView };
};

export const appNotices = [
  "approved",
  "refused",
  "no-funds",
  "failed",
  "no-longer-waiting",
] as const;
export type AppNotice = (typeof appNotices)[number];

/** Each waiting thing sends `step=app`, `authorisationId`, `decision` = approve | refuse. */
export type AppApprovalPage = {
  frame: PageFrame;
  form: PageForm;
  psuName: string;
  waiting: readonly WaitingApproval[];
  /** Where "look again" leads. */
  refreshHref: string;
  /** How the form just sent ended. */
  notice?: AppNotice;
};

/** Sends nothing: it goes on by itself, with a link for the browser that does not. */
export type ContinuePage = {
  frame: PageFrame;
  outcome: ScaOutcome;
  requester: Requester;
  /** Absolute http or https address with the parameters for the TPP. */
  href: string;
};

/** Sends nothing and leads nowhere. */
export type EndedPage = {
  frame: PageFrame;
  reason:
    | "used"
    | "expired"
    | "other-browser"
    | "unknown"
    | "blocked"
    | "untrusted-address"
    | "stale-form"
    | "too-many"
    | "too-large"
    | "fault";
  /** What the PSU may quote to the bank, for example a log id. */
  reference?: string;
};

/**
 * Sends `step=own-consents`, `consentId` and either `decision=revoke` (the whole consent) or
 * `account` (only that one).
 */
export type OwnConsentsPage = {
  frame: PageFrame;
  form: PageForm;
  psuName: string;
  consents: readonly {
    id: string;
    requester: Requester;
    onBehalfOf?: string;
    scope: ConsentScope;
    grantedOn: string;
    validUntil: string;
    accounts: readonly { id: string; name: string; number: string }[];
    /** Leads to the checklist of this consent, where accounts can be added. */
    changeHref?: string;
  }[];
  notice?: "revoked";
};
