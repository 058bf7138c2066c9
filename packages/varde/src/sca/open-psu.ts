import { type Psu, ScaRequiredError } from "@varde/tpp";
import { type Invocation, UsageError } from "../command.ts";
import type { MadeRecord } from "../identity/tpp-folder.ts";
import type { OpenTpp } from "../open-tpp.ts";
import { approveByControl } from "./approve-by-control.ts";
import { approveInBrowser } from "./approve-in-browser.ts";
import type { Approval, Approver } from "./approver.ts";

/** The PSU a command acts for, and the way to have them approve something. */
export interface PsuAtHand {
  readonly psu: Psu;
  readonly context: "PRIVATE" | "CORPORATE";
  /** Takes the PSU to the bank and remembers who came back. */
  approve(scaRedirect: string, approval?: Approval): Promise<void>;
  /** Makes a call, and if the bank wants the PSU first, makes it again after SCA. */
  withSca<Answer>(call: () => Promise<Answer>): Promise<Answer>;
  /** Writes down what was made for this PSU. */
  keep(...made: readonly Pick<MadeRecord, "id" | "kind" | "product">[]): void;
  close(): void;
}

const nameDefault = "me";

export const openPsu = async (
  invocation: Invocation,
  { folder, bank, client, control }: OpenTpp,
): Promise<PsuAtHand> => {
  const before = folder.readMemory(bank);
  const { name, context } = choosePsu(invocation, before.lastPsu);
  const customerNumber = invocation.text("approve");
  const approver: Approver =
    customerNumber === undefined
      ? await approveInBrowser(invocation)
      : approveByControl(control, {
          customerNumber,
          context,
          agreement: invocation.text("agreement"),
        });
  const options = { redirectUri: approver.redirectUri, ipAddress: "127.0.0.1", context };
  let psu = client.psu({ ...options, ...before.psus[name] });
  const keep: PsuAtHand["keep"] = (...made) => {
    const memory = folder.readMemory(bank);
    const at = new Date().toISOString();
    folder.keepMemory(bank, {
      lastPsu: name,
      psus: { ...memory.psus, [name]: psu.memory },
      made: [...memory.made, ...made.map((each) => ({ ...each, psu: name, at }))],
    });
  };
  const approve: PsuAtHand["approve"] = async (scaRedirect, approval) => {
    const address = await approver.approve(scaRedirect, approval);
    if (address === undefined) return;
    psu.remember(address);
    keep();
  };
  return {
    get psu() {
      return psu;
    },
    context,
    approve,
    withSca: async (call) => {
      try {
        return await call();
      } catch (error) {
        if (!(error instanceof ScaRequiredError)) throw error;
        // A bank that was wiped has forgotten the PSU, who then comes back under a new id.
        if (error.code === "PSU_CREDENTIALS_INVALID") {
          psu = client.psu({ ...options, sessionId: psu.memory.sessionId });
        }
        await approve(error.scaRedirect);
        return call();
      }
    },
    keep,
    close: approver.close,
  };
};

type Context = PsuAtHand["context"];

const corporateMark = " (corporate)";

const parseContext = (given: string | undefined): Context | undefined => {
  const context = given?.toUpperCase();
  if (context === undefined || context === "PRIVATE" || context === "CORPORATE") return context;
  throw new UsageError(`--context must be private or corporate, not "${given}"`);
};

/**
 * Whom the command acts for: the named PSU, or the one of the last command. A person acting for a
 * company is another PSU to the TPP than the same person alone.
 */
const choosePsu = (
  { text }: Invocation,
  lastPsu = nameDefault,
): { readonly name: string; readonly context: Context } => {
  const named = text("psu") ?? text("approve");
  const wasCorporate = named === undefined && lastPsu.endsWith(corporateMark);
  const context = parseContext(text("context")) ?? (wasCorporate ? "CORPORATE" : "PRIVATE");
  const bare = named ?? lastPsu.replace(corporateMark, "");
  return { name: context === "CORPORATE" ? bare + corporateMark : bare, context };
};
