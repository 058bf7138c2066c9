import { BoundedMap } from "@varde/storage";
import type { PsuScope } from "./psu.ts";

const psusMax = 100_000;

/** Who is behind a PSU-ID. It never changes once it is made, so it is asked for once. */
export class PsuCache {
  readonly #personIds = new BoundedMap<string, string>(psusMax);

  find(psuId: string, scope: PsuScope): string | undefined {
    return this.#personIds.get(keyOf(psuId, scope));
  }

  remember(psuId: string, scope: PsuScope, personId: string): void {
    this.#personIds.set(keyOf(psuId, scope), personId);
  }

  /** People may have gone, or a world may have become another. */
  forget(): void {
    this.#personIds.clear();
  }
}

const keyOf = (psuId: string, scope: PsuScope): string =>
  `${scope.tppId} ${scope.worldId} ${psuId}`;
