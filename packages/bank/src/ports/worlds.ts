import type { TppId, WorldId } from "./ids.ts";

/**
 * Maps TPPs to worlds. In production there is one world; in the sandbox each TPP has its own, which
 * is created on first use.
 */
export interface Worlds {
  /** Throws `NoRoomForWorld` if a new world would be one too many. */
  resolveWorld(tpp: { readonly tppId: TppId; readonly name: string }): Promise<WorldId>;
  /**
   * Records that a TPP uses its world; called about once a minute while it does. Returns false if
   * the world was deleted. Omitted if worlds are never deleted.
   */
  useWorld?(worldId: WorldId): Promise<boolean>;
}

/** No world can be opened now; the message says which limit was reached. */
export class NoRoomForWorld extends Error {
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Returns the same world for every TPP. Every row contains its id, so never change it. */
export const oneWorld = (worldId: WorldId): Worlds => ({ resolveWorld: async () => worldId });
