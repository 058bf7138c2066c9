import type { PersonId, ScaId, WorldId } from "./ids.ts";

/** Notifies the bank's app that an approval waits for its user. */
export interface AppNotifier {
  /**
   * Called once, after the approval is stored. A failure is only logged, because the app also lists
   * what waits when its user opens it.
   */
  notify(waiting: {
    readonly worldId: WorldId;
    readonly personId: PersonId;
    readonly scaId: ScaId;
    readonly subject: "payment" | "cancellation" | "basket" | "consent" | "identification";
  }): Promise<void>;
}
