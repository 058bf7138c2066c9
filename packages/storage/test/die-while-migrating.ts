import { type Migration, openStorage, type StorageLocation } from "@varde/storage";

// Runs the migrations and ends, as after a power cut, before the statement with the given number.
interface Input {
  readonly location: StorageLocation;
  readonly migrations: readonly Migration[];
  readonly at: number;
}

const { location, migrations, at } = JSON.parse(process.argv[2] ?? "") as Input;

for (const migration of migrations) {
  const statements = [...migration.statements];
  Object.defineProperty(migration.statements, Symbol.iterator, {
    value: function* () {
      yield* statements.slice(0, at);
      process.kill(process.pid, "SIGKILL");
    },
  });
}

await openStorage({ location, migrations });
