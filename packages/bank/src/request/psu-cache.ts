import { BoundedMap } from "@varde/storage";
import type { PsuScope } from "./psu.ts";

const psusMax = 100_000;

/** Caches the person of each PSU-ID, which never changes. */
export class PsuCache {
  readonly #personIds = new BoundedMap<string, string>(psusMax);

  find(psuId: string, scope: PsuScope): string | undefined {
    return this.#personIds.get(cacheKey(psuId, scope));
  }

  remember(psuId: string, scope: PsuScope, personId: string): void {
    this.#personIds.set(cacheKey(psuId, scope), personId);
  }

  /** Clears the cache, after people were deleted or the data of a world was replaced. */
  forget(): void {
    this.#personIds.clear();
  }
}

const cacheKey = (psuId: string, scope: PsuScope): string =>
  `${scope.tppId} ${scope.worldId} ${psuId}`;
