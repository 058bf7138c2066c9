import { setTimeout as pause } from "node:timers/promises";
import { ScaFailedError } from "@varde/tpp";
import { CommandFailed } from "../command.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Approval } from "./approver.ts";

const patienceMs = 10 * 60_000;
const askMs = 1_500;
const interruptedCode = 130;

/**
 * Waits until the PSU comes back, or until the bank knows their decision without that: they may
 * have approved or refused by other means than this browser.
 */
export const waitForPsu = async (
  arrival: Promise<string>,
  scaRedirect: string,
  approval: Approval | undefined,
  terminal: Terminal,
): Promise<string | undefined> => {
  const over = new AbortController();
  const breakOff = () => {
    terminal.note(`\n${approval?.leftBehind} The PSU can still approve at ${scaRedirect}`);
    process.exit(interruptedCode);
  };
  if (approval !== undefined) process.once("SIGINT", breakOff);
  try {
    const ends = [arrival, loseHeart(over.signal)];
    if (approval === undefined) return await Promise.race(ends);
    return await Promise.race([...ends, noticeDecision(approval, terminal, over.signal)]);
  } finally {
    over.abort();
    process.off("SIGINT", breakOff);
  }
};

const loseHeart = async (signal: AbortSignal): Promise<never> => {
  await pause(patienceMs, undefined, { signal });
  throw new CommandFailed(`Nobody came back from the bank within ${patienceMs / 60_000} minutes.`);
};

/** A PSU who decided in the browser is on the way back here, and tells more than the bank. */
const noticeDecision = async (
  approval: Approval,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<undefined> => {
  for (;;) {
    await pause(askMs, undefined, { signal });
    const decision = await decisionOn(approval).catch(() => undefined);
    if (decision === undefined) continue;
    await pause(askMs, undefined, { signal });
    if (decision === "failed") {
      const facts = { status: 401, code: "SCA_INVALID" } as const;
      throw new ScaFailedError("The SCA has failed, or the PSU refused at the bank.", facts);
    }
    terminal.note("The bank has the PSU's word; nobody came back here.");
    return;
  }
};

const decisionOn = async (approval: Approval): Promise<"given" | "failed" | undefined> => {
  if (await approval.isGiven()) return "given";
  return (await approval.readScaStatus?.()) === "failed" ? "failed" : undefined;
};
