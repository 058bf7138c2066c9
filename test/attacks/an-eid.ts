import assert from "node:assert/strict";
import type {
  ApprovalSubject,
  BeginningSca,
  ScaBeginning,
  ScaCallback,
  ScaMethod,
  ScaResult,
} from "@varde/bank";

/** An eID that redirects, or that waits for another device. The test decides what it proves. */
export class TestEid implements ScaMethod {
  kind: "redirect" | "wait" = "redirect";
  /** The result of the next proof; a person who is identified by default. */
  result: ScaResult = { kind: "wait", kept: "" };
  subject: ApprovalSubject | undefined;
  isUnavailable = false;
  readonly callbacks: ScaCallback[] = [];
  beginnings = 0;

  async begin(
    { returnTo }: BeginningSca,
    subject: ApprovalSubject | undefined,
  ): Promise<ScaBeginning> {
    if (this.isUnavailable) throw new Error("ECONNREFUSED");
    this.beginnings += 1;
    this.subject = subject;
    const kept = `begun for ${subject?.hash ?? "identification"}`;
    if (this.kind === "wait") return { kind: "wait", kept };
    const address = `https://eid.example/authorize?${new URLSearchParams(returnTo)}`;
    return { kind: "redirect", address, kept };
  }

  async finish(_sca: unknown, callback: ScaCallback): Promise<ScaResult> {
    this.callbacks.push(callback);
    if (this.result.kind !== "wait") return this.result;
    assert(callback.kind !== "form", "this eID has no form");
    return { kind: "wait", kept: callback.kept };
  }

  /** Lets the PSU decide later. */
  waits(): void {
    this.result = { kind: "wait", kept: "" };
  }

  /** Makes the next proofs those of this person. */
  proves(personId: string): void {
    const evidence = { method: "test-eid", level: "high", transactionId: "t-1", hash: "h", at: 5 };
    this.result = { kind: "proven", personId, evidence };
  }
}

/** Returns the state in the address to which a page redirects. */
export const readState = (page: string): string => {
  const address = /http-equiv="refresh" content="0; url=([^"]+)"/.exec(page)?.[1] ?? "";
  return new URL(address.replaceAll("&amp;", "&")).searchParams.get("state") ?? "";
};
