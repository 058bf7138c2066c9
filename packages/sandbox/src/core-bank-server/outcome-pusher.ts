import type { InstructionOutcome } from "@varde/bank";
import { signWebhook } from "@varde/core-bank-http";

/** The bank's address for webhooks, and the secret they are signed with. */
export interface PushTarget {
  readonly url: string;
  readonly secret: string;
  /** The bank's name of its world. */
  readonly worldId: string;
}

const pushMsMax = 15_000;
/** How long the bank is given to acknowledge outcomes before it is reminded of them. */
const repeatMs = 30_000;

/** Sends the bank a webhook when there are outcomes that it does not know about. */
export class OutcomePusher {
  readonly #target: PushTarget;
  readonly #onFailure: (error: unknown) => void;
  /** The outcomes of the last webhook that the bank has accepted. */
  #announced = "";
  #announcedAt = 0;

  constructor(target: PushTarget, onFailure: (error: unknown) => void) {
    this.#target = target;
    this.#onFailure = onFailure;
  }

  /** Sends a webhook if the outcomes are new. The next call repeats one that failed. */
  async announce(outcomes: readonly InstructionOutcome[]): Promise<void> {
    if (outcomes.length === 0) return;
    const names = JSON.stringify(outcomes.map((one) => [one.instructionId, one.receipt]));
    const isKnown = names === this.#announced && Date.now() - this.#announcedAt < repeatMs;
    if (isKnown) return;
    const { url, secret, worldId } = this.#target;
    const body = JSON.stringify({ worldId });
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...signWebhook(secret, body, Date.now()),
        },
        body,
        redirect: "error",
        signal: AbortSignal.timeout(pushMsMax),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`the bank returned ${response.status} to the webhook`);
      this.#announced = names;
      this.#announcedAt = Date.now();
    } catch (error) {
      this.#onFailure(error);
    }
  }
}
