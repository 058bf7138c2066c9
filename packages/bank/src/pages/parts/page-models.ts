import type { ThemeTexts } from "../../configuration/theme-values.ts";
import type { Locale } from "../../ports/locale.ts";
import type { TestCustomer } from "../../ports/sca-method.ts";
import type { ConsentScope } from "../../records/consent.ts";
import type { ScaOutcome } from "../../records/sca-fault.ts";
import type { BatchView, JointView, Money, PaymentView, Requester } from "./payment-view.ts";

/**
 * The models of the pages, and the form fields they send back.
 *
 * Every form is `method="post"` to `form.action` and carries `csrf`. A form that continues the
 * SCA carries `step` (its page, see {@link Step}) and the pressed button as `decision`.
 * The sandbox panel has other forms: see {@link SandboxPanel}.
 */

/** The value of the hidden field `step`. */
export type Step = "identify" | "context" | "approve" | "consent" | "wait" | "app" | "own-consents";

/** The value of the pressed button `decision`. */
export type Decision = "continue" | "approve" | "refuse" | "revoke";

/** The frame around the content of every page. */
export type PageFrame = {
  locale: Locale;
  bankName: string;
  /** Addresses of the files in `page-assets.ts`. */
  assets: { stylesheet: string; icon: { href: string; type: string } };
  logo?: ShownLogo;
  /** Texts of the bank's own, in the language of the page. */
  ownTexts?: ThemeTexts;
  /** Addresses of this page in each language; absent if it cannot be opened again. */
  languages?: Readonly<Record<Locale, string>>;
  /** Shows in the header that this is a sandbox. */
  isSandbox?: boolean;
  /** "Step 1 of 3" above the heading. */
  progress?: { step: number; of: number };
};

/** A logo in the header, with its size in CSS pixels. */
export type ShownLogo = {
  href: string;
  /** Address of the logo for the dark scheme, if it has another one. */
  darkHref?: string;
  width: number;
  height: number;
  /** Whether the logo contains the bank's name. */
  hasName: boolean;
};

export type PageForm = { action: string; csrf: string };

/** The TPP's request, shown on the identification page. */
export type Purpose =
  | { kind: "payment"; amount: Money; payeeName: string }
  | { kind: "cancellation"; amount: Money; payeeName: string }
  | { kind: "basket" | "bulk"; totals: readonly Money[]; count: number }
  | { kind: ConsentScope }
  | { kind: "login" }
  | { kind: "own-consents" }
  | { kind: "app" };

export type SandboxOutcome = "approve" | "refuse" | "fail" | "time-out";

/** The panel that a sandbox shows beside the bank's page. */
export type SandboxPanel = {
  /** Identify page only. Each is a button that sends the page's form. */
  customers?: readonly TestCustomer[];
  /** Sends `csrf`, `outcome` ({@link SandboxOutcome}) and `code`, which is for `fail` only. */
  outcomes?: { action: string; offered: readonly SandboxOutcome[]; codes: readonly string[] };
};

/** Sends `step=identify`, `customerNumber`, `decision` = continue | refuse. */
export type IdentifyPage = {
  frame: PageFrame;
  form: PageForm;
  /** Absent on the bank's own pages, which PSUs open without a TPP. */
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
  /** Set after a form without a choice. */
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
  joint?: JointView;
  sandbox?: SandboxPanel;
};

export type ApprovePaymentPage = ApprovePage<PaymentView>;
export type ApproveBatchPage = ApprovePage<BatchView>;
export type ApproveCancellationPage = ApprovePage<PaymentView | BatchView>;

export type ConsentChoice = {
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
  /** Scope of the consent: access to accounts, or confirmation of funds only. */
  scope: ConsentScope;
  /** Accounts granted before are ticked; a tag marks those the TPP can access now. */
  accounts: readonly ConsentChoice[];
  validDays: number;
  validUntil: string;
  sandbox?: SandboxPanel;
};

/** An approval that waits in the app. */
export type WaitingApproval = {
  authorisationId: string;
  /** The agreement under which it would be approved. */
  agreementId?: string;
  requester: Requester;
  onBehalfOf?: string;
  subject:
    | { kind: "payment"; details: PaymentView; joint?: JointView }
    | { kind: "cancellation"; details: PaymentView | BatchView }
    | { kind: "batch"; details: BatchView; joint?: JointView }
    | { kind: "consent"; scope: ConsentScope; accounts: readonly ConsentChoice[] };
};

export const appNotices = [
  "approved",
  "waits-for-others",
  "refused",
  "no-funds",
  "may-not-sign",
  "failed",
  "choose-agreement",
  "no-longer-waiting",
] as const;
export type AppNotice = (typeof appNotices)[number];

/**
 * Each approval sends `step=app`, `authorisationId`, `agreement`, `decision` = approve | refuse,
 * and a consent `account` (one for each ticked account).
 */
export type AppApprovalPage = {
  frame: PageFrame;
  form: PageForm;
  psuName: string;
  waiting: readonly WaitingApproval[];
  /** Address of the link that refreshes the page. */
  refreshHref: string;
  /** Result of the form that was just sent. */
  notice?: AppNotice;
};

/** Continues automatically, with a link for browsers that do not. */
export type ContinuePage = {
  frame: PageFrame;
  outcome: ScaOutcome;
  requester: Requester;
  /** Absolute http or https address with the parameters for the TPP. */
  href: string;
};

/** Continues to the eID automatically, with a link for browsers that do not. */
export type EidRedirectPage = { frame: PageFrame; href: string };

/** Sends `step=wait`, `decision` = refuse. */
export type WaitPage = {
  frame: PageFrame;
  form?: PageForm;
  refreshHref: string;
  /** The code that the other device shows too. */
  code?: string;
};

/** A page without forms and links. */
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
    | "unavailable"
    | "suspended"
    | "fault";
  /** Reference that the PSU can give the bank, for example a log id. */
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
    /** The last accesses with the consent, latest first; the names of accounts still shared. */
    accesses: readonly {
      day: string;
      time: string;
      part: "accounts" | "balances" | "transactions" | "funds";
      accounts: readonly string[];
    }[];
    /** Address of this consent's checklist, where accounts can be added. */
    changeHref?: string;
  }[];
  notice?: "revoked";
};
