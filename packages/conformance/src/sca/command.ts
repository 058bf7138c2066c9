import { spawn } from "node:child_process";
import { type ScaDriver, ScaNotCompleted, shownNumber } from "./sca-driver.ts";

const timeoutMs = 300_000;
const outputBytesMax = 64 * 1024;

/**
 * Completes SCAs by a program of the user, like a script for a browser. It gets SCA_LINK,
 * SCA_DECISION (approve, refuse), SCA_CONTEXT (PRIVATE, CORPORATE) and SCA_ACCOUNTS (all, none, or
 * account numbers) in its environment, and prints the address that the browser was redirected to as
 * its last line.
 */
export const openCommandSca = (command: string): ScaDriver => ({
  complete: async (scaRedirect, { decision, context, accounts }, signal) => {
    const environment = {
      SCA_LINK: scaRedirect,
      SCA_DECISION: decision,
      SCA_CONTEXT: context,
      SCA_ACCOUNTS: accounts === undefined ? "all" : accounts.map(shownNumber).join(" ") || "none",
    };
    const output = await run(command, environment, signal);
    const last = output.trim().split("\n").at(-1)?.trim() ?? "";
    const address = URL.parse(last);
    if (address === null) {
      throw new ScaNotCompleted(
        `${command} printed ${last === "" ? "nothing" : `"${last.slice(0, 200)}"`}; its last ` +
          "line must be the address that the PSU was redirected to",
      );
    }
    return address;
  },
  close: async () => {},
});

const run = (
  command: string,
  environment: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, {
      shell: true,
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "inherit"],
      timeout: timeoutMs,
      ...(signal !== undefined && { signal }),
    });
    let output = "";
    child.stdout.setEncoding("utf8");
    child.stdout.on("data", (text: string) => {
      output = (output + text).slice(-outputBytesMax);
    });
    child.on("error", (cause) =>
      reject(new ScaNotCompleted(`${command} could not be started`, { cause })),
    );
    child.on("close", (code) => {
      if (code === 0) return resolve(output);
      const end = code === null ? `did not end within ${timeoutMs / 1000} s` : `ended with ${code}`;
      reject(new ScaNotCompleted(`${command} ${end}`));
    });
  });
