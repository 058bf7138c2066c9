import type { DatabaseSync } from "node:sqlite";
import { keySeparator, type RowGroups, topicOf } from "../read-cache.ts";

type Listener = (group: string | null) => void;

/**
 * Reports changed rows while the statement that changes them runs. The triggers are temporary: they
 * belong to this connection, which is the only one that writes, and are never in the file.
 */
export class RowTriggers {
  readonly #database: DatabaseSync;
  readonly #listeners = new Map<string, Listener[]>();

  constructor(database: DatabaseSync) {
    this.#database = database;
    database.function("varde_row_changed", (topic, group) => {
      for (const listener of this.#listeners.get(String(topic)) ?? []) {
        listener(typeof group === "string" ? group : null);
      }
      return null;
    });
  }

  listen(groups: RowGroups, listener: Listener): void {
    const topic = topicOf(groups);
    const known = this.#listeners.get(topic);
    if (known !== undefined) {
      known.push(listener);
      return;
    }
    for (const trigger of triggers(groups)) this.#database.exec(trigger);
    this.#listeners.set(topic, [listener]);
  }
}

function triggers(groups: RowGroups): readonly string[] {
  const { table, key, columns } = groups;
  const topic = topicOf(groups);
  const report = (row: "old" | "new") => {
    const group = key.map((column) => `${row}.${column}`).join(` || char(${keySeparator}) || `);
    return `select varde_row_changed('${topic}', ${group});`;
  };
  const create = (event: string, clause: string, ...reports: string[]) =>
    `create temp trigger "${topic} ${event}" after ${clause} on ${table}
      begin ${reports.join(" ")} end`;
  const update = columns === undefined ? "update" : `update of ${columns.join(", ")}`;
  return [
    create("insert", "insert", report("new")),
    create("update", update, report("old"), report("new")),
    create("delete", "delete", report("old")),
  ];
}
