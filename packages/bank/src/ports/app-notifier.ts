import type { PersonId, ScaId, WorldId } from "./ids.ts";

/** An approval or an identification that waits for the user of the bank's app. */
export interface AppNotification {
  readonly worldId: WorldId;
  readonly personId: PersonId;
  /** Undefined when the PSU opened the bank's own pages, without a TPP. */
  readonly scaId: ScaId | undefined;
  /** Set if the app has to sign a challenge of `AppScaMethod`. */
  readonly challengeId?: string;
  /** The subject of the SCA; a batch is a bulk or a basket. */
  readonly subject: "payment" | "cancellation" | "basket" | "batch" | "consent" | "identification";
}

/** Notifies the bank's app that something waits for its user. */
export interface AppNotifier {
  /**
   * Called once, after what waits is stored. A failure is only logged, because the app also lists
   * what waits when its user opens it.
   */
  notify(waiting: AppNotification): Promise<void>;
}
