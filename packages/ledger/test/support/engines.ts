import type { StorageLocation } from "@varde/storage";
import { freshDatabase } from "@varde/testkit/postgres";

export interface EngineUnderTest {
  readonly name: string;
  readonly locate: () => Promise<{
    readonly location: StorageLocation;
    readonly drop: () => Promise<void>;
  }>;
}

/** Both engines, for tests that must hold on each. */
export const engines: readonly EngineUnderTest[] = [
  {
    name: "SQLite",
    locate: async () => ({ location: { engine: "sqlite", memory: true }, drop: async () => {} }),
  },
  {
    name: "PostgreSQL",
    locate: async () => {
      const { url, drop } = await freshDatabase();
      return { location: { engine: "postgres", url }, drop };
    },
  },
];
