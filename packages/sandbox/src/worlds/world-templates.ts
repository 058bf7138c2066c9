import { osloDay, type WorldId } from "@varde/bank";
import { all, one, run, StatementFailed, sql, type Unit } from "@varde/storage";
import { clearDirectory } from "../directory/directory-tables.ts";
import { staleTemplateMs } from "./constants.ts";
import { loadDataSet } from "./load-data-set.ts";
import type { WorldParts } from "./world-parts.ts";

/**
 * Worlds that are only copied from: the data set as of one month. A template is written once, under
 * a new id, and never changed, so that a copy is always complete. The first process to finish a
 * month's template publishes it.
 */
export class WorldTemplates {
  readonly #parts: WorldParts;
  #known: { readonly key: string; readonly templateId: Promise<WorldId> } | undefined;

  constructor(parts: WorldParts) {
    this.#parts = parts;
  }

  /** Returns the id of this month's template; creates it if there is none. */
  async current(): Promise<WorldId> {
    const key = this.#key();
    if (this.#known?.key !== key) {
      const known = { key, templateId: this.#findOrCreate(key) };
      this.#known = known;
      known.templateId.catch(() => {
        if (this.#known === known) this.#known = undefined;
      });
    }
    return this.#known.templateId;
  }

  get seed(): number {
    return this.#parts.seed ?? this.#parts.dataSet.seed;
  }

  #day(): string {
    if (this.#parts.day !== undefined) return this.#parts.day;
    const { startAt, databaseNow } = this.#parts;
    return osloDay(startAt ?? databaseNow());
  }

  #key(): string {
    return `${this.#parts.dataSet.version}:${this.seed}:${this.#day().slice(0, 7)}`;
  }

  async #findOrCreate(key: string): Promise<WorldId> {
    const { storage, ledger, ids, databaseNow, dataSet } = this.#parts;
    const found = await storage.read(() => findWhole(key));
    if (found !== undefined) return found;
    await this.#removeStale();
    const templateId = `initial-${ids.newId()}`;
    await storage.write(() => begin(templateId, key, databaseNow()));
    await loadDataSet(
      { storage, ledger },
      { dataSet, worldId: templateId, day: this.#day(), seed: this.seed },
    );
    const chosen = await this.#finish(templateId, key);
    if (chosen !== templateId) await this.#remove(templateId);
    return chosen;
  }

  /** Publishes a template, or returns the one that another process published first. */
  async #finish(templateId: WorldId, key: string): Promise<WorldId> {
    const { storage } = this.#parts;
    try {
      await storage.write(() =>
        run(sql`update sandbox_template set is_whole = 1 where template_id = ${templateId}`),
      );
      return templateId;
    } catch (error) {
      const whole = await storage.read(() => findWhole(key));
      if (!(error instanceof StatementFailed) || whole === undefined) throw error;
      return whole;
    }
  }

  /** Deletes templates of past months and incomplete ones that a crash left. */
  async #removeStale(): Promise<void> {
    const { storage, databaseNow } = this.#parts;
    const before = databaseNow() - staleTemplateMs;
    const stale = await storage.read(() =>
      all<{ template_id: WorldId }>(
        sql`select template_id from sandbox_template where begun_at < ${before}`,
      ),
    );
    for (const { template_id } of stale) await this.#remove(template_id);
  }

  async #remove(templateId: WorldId): Promise<void> {
    const { storage, ledger } = this.#parts;
    await ledger.deleteWorld(templateId);
    await storage.write(() =>
      run(
        ...clearDirectory(templateId),
        sql`delete from sandbox_template where template_id = ${templateId}`,
      ),
    );
  }
}

function* findWhole(key: string): Unit<WorldId | undefined> {
  const row = yield* one<{ template_id: WorldId }>(
    sql`select template_id from sandbox_template where template_key = ${key} and is_whole = 1`,
  );
  return row?.template_id;
}

const begin = (templateId: WorldId, key: string, at: number) =>
  run(
    sql`insert into sandbox_template (template_id, template_key, begun_at, is_whole)
      values (${templateId}, ${key}, ${at}, 0)`,
  );
