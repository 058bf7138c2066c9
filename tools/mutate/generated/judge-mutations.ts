import { processKind } from "../../test-run/process-kind.ts";
import { TestRun } from "../../test-run/test-run.ts";
import { editEnvironment } from "../mutant.ts";
import { type Mutation, toEdit } from "./find-mutations.ts";

/** A mutation can make a test loop or wait for ever. */
const limitMs = 180_000;

/** Runs tests with mutations, and knows which files fail without any. */
export class Judge {
  readonly #databaseUrl: string;
  readonly #lanes: number;
  readonly #failing = new Map<string, boolean>();

  constructor(settings: { readonly databaseUrl: string; readonly lanes: number }) {
    this.#databaseUrl = settings.databaseUrl;
    this.#lanes = settings.lanes;
  }

  /** Returns the first file that notices the mutation. */
  async findKiller(mutation: Mutation, files: readonly string[]): Promise<string | undefined> {
    const rest = [...files];
    while (rest.length > 0) {
      const [failed] = await this.#run(rest, [mutation], { stopsAtFailure: true });
      if (failed === undefined) return undefined;
      if (!(await this.#failsAlways(failed))) return failed;
      rest.splice(rest.indexOf(failed), 1);
    }
    return undefined;
  }

  /**
   * Runs files with all mutations at once, and those that fail with each mutation alone. Mutations
   * that survived the nearest tests rarely fail others, so this costs little more than one run.
   */
  async findKillers(
    mutations: readonly Mutation[],
    files: readonly string[],
  ): Promise<ReadonlyMap<Mutation, string>> {
    const killers = new Map<Mutation, string>();
    if (mutations.length === 0 || files.length === 0) return killers;
    const failed = await this.#run(files, mutations, { stopsAtFailure: false });
    for (const mutation of failed.length === 0 ? [] : mutations) {
      const killer = await this.findKiller(mutation, failed);
      if (killer !== undefined) killers.set(mutation, killer);
    }
    return killers;
  }

  async #failsAlways(file: string): Promise<boolean> {
    const known = this.#failing.get(file);
    if (known !== undefined) return known;
    const fails = (await this.#run([file], [], { stopsAtFailure: true })).length > 0;
    this.#failing.set(file, fails);
    return fails;
  }

  /** Returns the files that fail. Those that share a process run first, because they cost least. */
  async #run(
    files: readonly string[],
    mutations: readonly Mutation[],
    how: { readonly stopsAtFailure: boolean },
  ): Promise<readonly string[]> {
    const failed: string[] = [];
    for (const kind of ["shared", "own", "browser"] as const) {
      if (how.stopsAtFailure && failed.length > 0) break;
      const alike = files.filter((file) => processKind(file) === kind);
      failed.push(...(await this.#runAlike(alike, mutations, how)));
    }
    return failed;
  }

  async #runAlike(
    files: readonly string[],
    mutations: readonly Mutation[],
    { stopsAtFailure }: { readonly stopsAtFailure: boolean },
  ): Promise<readonly string[]> {
    const failed = new Set<string>();
    const run = new TestRun(files, {
      lanes: this.#lanes,
      options: [],
      env: {
        ...process.env,
        ...editEnvironment(mutations.map(toEdit)),
        DATABASE_URL: this.#databaseUrl,
        VARDE_TEST_SCALE: "normal",
      },
      limitMs,
      graceMs: 10_000,
      processKind,
      report: (file, { failures }) => {
        if (failures.length === 0) failed.delete(file);
        else failed.add(file);
        if (stopsAtFailure && failed.size > 0) run.stop();
      },
    });
    await run.run();
    return [...failed];
  }
}
