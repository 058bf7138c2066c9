import assert from "node:assert/strict";
import type { TestBank } from "@varde/sandbox";
import { kari } from "./kari-and-others.ts";

/** Where the TPPs of the tests send the PSU back to; the query must survive. */
export const redirectUri = "https://tpp.example/back?state=a%20b";

/** The PSU's choices on the SCA pages. By default, the PSU approves and grants all accounts. */
export interface PsuChoices {
  /** Kari in her private context by default. */
  readonly customerNumber?: string;
  readonly context?: "PRIVATE" | "CORPORATE";
  readonly agreement?: string;
  readonly accounts?: string[];
  readonly decision?: "approve" | "refuse";
}

/** A bank in this process, or one in another process that is controlled over HTTP. */
export type ReachableBank = Pick<TestBank, "addresses"> & Partial<Pick<TestBank, "sca">>;

/** Completes the SCA behind a link and returns the address the browser is redirected to. */
export const finishSca = async (
  bank: ReachableBank,
  scaRedirect: string,
  choices: PsuChoices = {},
): Promise<URL> => {
  const isKari = choices.customerNumber === undefined;
  const { customerNumber, decision, ...rest } = {
    customerNumber: kari.customerNumber,
    decision: "approve" as const,
    ...(isKari && { context: kari.context }),
    ...choices,
  };
  if (bank.sca !== undefined) return bank.sca[decision](scaRedirect, customerNumber, rest);
  const response = await fetch(`${bank.addresses.http}/control/v1/sca`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ customerNumber, decision, ...rest, scaRedirect }),
  });
  const body = (await response.json()) as { readonly redirect?: string; readonly text?: string };
  assert.ok(body.redirect !== undefined, body.text ?? "the SCA did not end with a redirect");
  return new URL(body.redirect);
};
