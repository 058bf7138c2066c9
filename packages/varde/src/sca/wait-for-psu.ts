import { setTimeout as pause } from "node:timers/promises";
import { countOf } from "@varde/protocol";
import { ScaFailedError } from "@varde/tpp";
import { CommandFailed } from "../command.ts";
import type { Terminal } from "../output/terminal.ts";
import type { AwaitedApproval } from "./approver.ts";

const waitMsDefault = 600_000;
const pollMs = 1_500;
const interruptedCode = 130;

interface WaitOptions {
  readonly terminal: Terminal;
  readonly timeoutMs?: number | undefined;
}

/**
 * Waits until the PSU returns, or until the bank has their decision: the PSU may have approved or
 * refused elsewhere.
 */
export const waitForPsu = async (
  arrival: Promise<string>,
  scaRedirect: string,
  approval: AwaitedApproval | undefined,
  { terminal, timeoutMs = waitMsDefault }: WaitOptions,
): Promise<string | undefined> => {
  const over = new AbortController();
  const interrupt = () => {
    const { interruptedNote = [] } = approval ?? {};
    terminal.note(["", ...interruptedNote, "The PSU can still approve at", `  ${scaRedirect}`]);
    process.exit(interruptedCode);
  };
  // Not once: npm sends the terminal's SIGINT again, which would end the process before the note.
  if (approval !== undefined) process.on("SIGINT", interrupt);
  try {
    const ends = [arrival, timeOut(timeoutMs, over.signal)];
    if (approval === undefined) return await Promise.race(ends);
    return await Promise.race([...ends, pollDecision(approval, terminal, over.signal)]);
  } finally {
    over.abort();
    process.off("SIGINT", interrupt);
  }
};

const timeOut = async (timeoutMs: number, signal: AbortSignal): Promise<never> => {
  await pause(timeoutMs, undefined, { signal });
  throw new CommandFailed(
    `The PSU did not return from the bank within ${countOf(timeoutMs / 1000, "second")}; ` +
      "--timeout sets another time.",
  );
};

/** Polls for the decision, then waits a little: a PSU who returns brings ids with them. */
const pollDecision = async (
  approval: AwaitedApproval,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<undefined> => {
  for (;;) {
    await pause(pollMs, undefined, { signal });
    const decision = await readDecision(approval).catch(() => undefined);
    if (decision === undefined) continue;
    await pause(pollMs, undefined, { signal });
    if (decision === "failed") {
      const facts = { status: 401, code: "SCA_INVALID" } as const;
      throw new ScaFailedError("The SCA has failed, or the PSU refused at the bank.", facts);
    }
    terminal.note("The PSU has approved, but did not return here.");
    return;
  }
};

const readDecision = async (
  approval: AwaitedApproval,
): Promise<"approved" | "failed" | undefined> => {
  if (await approval.isApproved()) return "approved";
  const status = await approval.readScaStatus?.();
  // A company's payment waits for others after this approval, and its status does not change.
  if (status === "finalised") return "approved";
  return status === "failed" ? "failed" : undefined;
};
