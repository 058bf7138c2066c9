import { join } from "node:path";
import { type FreshDatabase, freshDatabase, startPostgres } from "@varde/testkit/postgres";
import type { Engine, Places } from "./sections/bench-run.ts";

/** Creates locations for banks and their floors. PostgreSQL is started when it is first needed. */
export class OpenPlaces implements AsyncDisposable {
  readonly #folder: string;
  readonly #stack = new AsyncDisposableStack();
  #server: ReturnType<typeof startPostgres> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async open(engine: Engine, name: string): Promise<Places> {
    const dataFolder = join(this.#folder, `${name}-${engine}`);
    if (engine === "sqlite") {
      return { bank: { dataFolder }, floor: { engine, folder: `${dataFolder}-floor` } };
    }
    const [bank, floor] = [await this.#freshDatabase(), await this.#freshDatabase()];
    return { bank: { dataFolder, databaseUrl: bank.url }, floor: { engine, url: floor.url } };
  }

  async #freshDatabase(): Promise<FreshDatabase> {
    if (process.env.DATABASE_URL) return this.#stack.use(await freshDatabase());
    this.#server ??= startPostgres("durable").then((server) => this.#stack.use(server));
    return this.#stack.use(await freshDatabase(await this.#server));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#stack.disposeAsync();
  }
}
