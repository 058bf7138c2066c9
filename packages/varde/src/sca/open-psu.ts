import type { ControlClient } from "@varde/protocol/control-client";
import {
  createSandboxClient,
  type Psu,
  RefusedError,
  ScaRequiredError,
  type TppClient,
} from "@varde/tpp";
import { CommandFailed, type Invocation, UsageError } from "../command.ts";
import { type OpenTpp, refuseWithheldToken } from "../identity/open-tpp.ts";
import type { MadeRecord } from "../identity/tpp-folder.ts";
import { nextCommand } from "../options.ts";
import { approveInBrowser } from "./approve-in-browser.ts";
import type { Approver, AwaitedApproval } from "./approver.ts";

/** The PSU that a command acts for, with ways to get their approval. */
export interface ActingPsu extends Disposable {
  readonly psu: Psu;
  readonly context: "PRIVATE" | "CORPORATE";
  /** Sends the PSU to the bank and remembers their ids when they return. */
  approve(scaRedirect: string, approval?: AwaitedApproval): Promise<void>;
  /**
   * Makes a call. If the bank requires SCA first, makes it again after the SCA. `beforeSca` may
   * refuse what the SCA could not make possible.
   */
  withSca<Result>(call: () => Promise<Result>, beforeSca?: () => Promise<void>): Promise<Result>;
  /** Stores what was made for this PSU. */
  store(...made: readonly Omit<MadeRecord, "psu" | "at">[]): void;
}

const nameDefault = "me";

/** A PSU to act for, if it is not the one that the options name. */
interface PsuChoice {
  readonly customerNumber?: string | undefined;
  /** The name of the company's agreement that the PSU acts under. */
  readonly company?: string | undefined;
}

/** Opens the PSU that the options name, or the given one. Checks the options before any SCA. */
export const openPsu = async (
  invocation: Invocation,
  { folder, bank, client, control }: OpenTpp,
  { customerNumber = invocation.text("approve"), company }: PsuChoice = {},
): Promise<ActingPsu> => {
  const before = folder.readMemory(bank);
  const givenContext = invocation.text("context") ?? (company && "corporate");
  const psuName = invocation.text("psu") ?? customerNumber;
  const { name, context } = choosePsu(givenContext, psuName, before.lastPsu);
  if (customerNumber !== undefined) {
    refuseWithheldToken(invocation, bank);
    if (before.psus[name] === undefined) await checkCustomer(customerNumber, client, invocation);
  }
  const agreement = invocation.text("agreement") ?? company;
  const choice = { customerNumber, context, agreement };
  const approver = approveByControl(control, choice) ?? (await approveInBrowser(invocation));
  const options = { redirectUri: approver.redirectUri, ipAddress: "192.0.2.7", context };
  let psu = client.psu({ ...options, ...before.psus[name] });
  const store: ActingPsu["store"] = (...made) => {
    const at = new Date().toISOString();
    // A PSU who has not identified is not remembered: the next command must not act for them.
    const isIdentified = psu.memory.psuId !== undefined;
    const memory = folder.readMemory(bank);
    folder.storeMemory(bank, {
      ...memory,
      ...(isIdentified && { lastPsu: name, psus: { ...memory.psus, [name]: psu.memory } }),
      made: [...memory.made, ...made.map((each) => ({ ...each, psu: name, at }))],
    });
  };
  const approve: ActingPsu["approve"] = async (scaRedirect, approval) => {
    const address = await approver.approve(scaRedirect, approval);
    if (address === undefined) return;
    psu.remember(address);
    store();
  };
  return {
    get psu() {
      return psu;
    },
    context,
    approve,
    withSca: async (call, beforeSca) => {
      try {
        return await call();
      } catch (error) {
        if (!(error instanceof ScaRequiredError)) throw error;
        await beforeSca?.();
        // A bank with a new data folder does not know the PSU, who then gets a new id.
        if (error.code === "PSU_CREDENTIALS_INVALID") {
          psu = client.psu({ ...options, sessionId: psu.memory.sessionId });
        }
        await approve(error.scaRedirect);
        return call();
      }
    },
    store,
    [Symbol.dispose]: approver.close,
  };
};

/** Refuses a number that nobody in the sandbox has, before anything is made for them. */
export const checkCustomer = async (
  customerNumber: string,
  client: TppClient,
  invocation: Invocation,
): Promise<void> => {
  const { customers, agreements } = createSandboxClient(client);
  const listed = await customers.list().catch((error: unknown) => {
    if (!(error instanceof RefusedError && error.status === 404)) throw error;
    throw new CommandFailed(
      "This bank is not a sandbox, so --approve does not work here. Run the command without it, " +
        "and approve in a browser.",
      { cause: error },
    );
  });
  if (listed.some((each) => each.customerNumber === customerNumber)) return;
  // People who only act for a company are not customers themselves.
  for (const { id } of listed.flatMap((each) => each.agreements)) {
    const engagements = await agreements.listEngagements(id);
    if (engagements.some(({ customer }) => customer === customerNumber)) return;
  }
  throw new CommandFailed([
    `The sandbox has no customer with the number ${customerNumber}. To list them, run`,
    `  ${nextCommand(invocation, "customers")}`,
  ]);
};

type Context = ActingPsu["context"];

const corporateSuffix = " (corporate)";

export const parseContext = (given: string | undefined): Context | undefined => {
  const context = given?.toUpperCase();
  if (context === undefined || context === "PRIVATE" || context === "CORPORATE") return context;
  throw new UsageError(`--context must be private or corporate, not "${given}"`);
};

/**
 * Returns the PSU that the command acts for: the one given, or that of the last command. For the
 * TPP, a person acting for a company is another PSU than the same person alone.
 */
const choosePsu = (
  givenContext: string | undefined,
  named: string | undefined,
  lastPsu = nameDefault,
): { readonly name: string; readonly context: Context } => {
  const wasCorporate = named === undefined && lastPsu.endsWith(corporateSuffix);
  const context = parseContext(givenContext) ?? (wasCorporate ? "CORPORATE" : "PRIVATE");
  const bare = named ?? lastPsu.replace(corporateSuffix, "");
  return { name: context === "CORPORATE" ? bare + corporateSuffix : bare, context };
};

interface ApproverChoice {
  readonly customerNumber: string | undefined;
  readonly context: "PRIVATE" | "CORPORATE";
  readonly agreement: string | undefined;
}

/**
 * Approves through the control API as the customer, if one is given. Nothing listens at the
 * redirect address.
 */
const approveByControl = (
  control: ControlClient,
  { customerNumber, context, agreement }: ApproverChoice,
): Approver | undefined =>
  customerNumber === undefined
    ? undefined
    : {
        redirectUri: "http://127.0.0.1:8090/callback",
        approve: async (scaRedirect) => {
          const body = { scaRedirect, customerNumber, context, decision: "approve" } as const;
          const { redirect } = await control.post("/sca", {
            body: { ...body, ...(agreement !== undefined && { agreement }) },
          });
          return redirect;
        },
        close: () => {},
      };
