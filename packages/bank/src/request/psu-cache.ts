import { BoundedMap } from "@varde/storage";
import type { PersonId, PsuId } from "../ports/ids.ts";
import type { PsuScope } from "./identified-psu.ts";

const psusMax = 100_000;

/** Caches the person of each PSU-ID, which never changes. */
export class PsuCache {
  readonly #personIds = new BoundedMap<string, PersonId>(psusMax);

  find(psuId: PsuId, scope: PsuScope): PersonId | undefined {
    return this.#personIds.get(cacheKey(psuId, scope));
  }

  remember(psuId: PsuId, scope: PsuScope, personId: PersonId): void {
    this.#personIds.set(cacheKey(psuId, scope), personId);
  }

  /** Clears the cache, after people were deleted or the data of a world was replaced. */
  forget(): void {
    this.#personIds.clear();
  }
}

const cacheKey = (psuId: PsuId, scope: PsuScope): string =>
  `${scope.tppId} ${scope.worldId} ${psuId}`;
