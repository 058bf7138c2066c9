import { BoundedMap, inList, type Statement, sql } from "@varde/storage";
import type { ScaId, TppId } from "../ports/ids.ts";

const tppsMax = 1_000;

/**
 * LIM-29: bounds the links that a TPP gets with refusals and that nobody opens. Remembers the
 * latest SCAs that this process has started for each TPP, because counting rows would cost every
 * refusal a query.
 */
export class UnopenedScas {
  readonly #byTpp = new BoundedMap<TppId, ScaId[]>(tppsMax);
  readonly #max: number;
  readonly #batch: number;

  constructor(max: number) {
    this.#max = max;
    this.#batch = Math.ceil(max / 100);
  }

  /** Adds an SCA, and returns the statement that drops the oldest ones if there are too many. */
  add(tppId: TppId, scaId: ScaId): readonly Statement[] {
    const started = this.#byTpp.get(tppId) ?? [];
    if (started.push(scaId) === 1) this.#byTpp.set(tppId, started);
    if (started.length < this.#max + this.#batch) return [];
    return [dropUnopened(started.splice(0, this.#batch))];
  }
}

const dropUnopened = (scaIds: readonly ScaId[]): Statement =>
  sql`delete from sca where sca_id ${inList(scaIds)} and status = 'received'`;
