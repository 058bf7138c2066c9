import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

interface Instruction {
  readonly name: string;
  readonly words: string;
}

/** The image that a target of the Containerfile describes. */
export interface Image {
  /** COPY and RUN, in their order, those of the stages before it included. */
  readonly steps: readonly Instruction[];
  readonly workFolder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly userId: number;
  readonly groupId: number;
  readonly ports: readonly number[];
  readonly volumes: readonly string[];
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
}

const file = new URL("../../Containerfile", import.meta.url);

/** Reads the instructions of a target, with those of the stages that it starts from. */
const listInstructions = (target: string): readonly Instruction[] => {
  const all = readFileSync(file, "utf8")
    .split("\n")
    .map((line) => /^([A-Z]+) (.*)$/.exec(line))
    .flatMap((found) => (found === null ? [] : [{ name: found[1] ?? "", words: found[2] ?? "" }]));
  const start = all.findIndex(({ words }) => words.endsWith(` AS ${target}`));
  if (start < 0) return [];
  const rest = all.slice(start + 1);
  const end = rest.findIndex(({ name }) => name === "FROM");
  const own = end < 0 ? rest : rest.slice(0, end);
  const [base = ""] = (all[start]?.words ?? "").split(" ");
  return [...listInstructions(base), ...own];
};

export const readImage = (target: string): Image => {
  const instructions = listInstructions(target);
  assert(instructions.length > 0, `the Containerfile has no target ${target}`);
  const all = (name: string) =>
    instructions.filter((each) => each.name === name).map(({ words }) => words);
  const last = (name: string) => all(name).at(-1) ?? assert.fail(`${target} has no ${name}`);
  const [userId, groupId] = last("USER").split(":").map(Number);
  const settings = all("ENV").flatMap((words) => words.split(" "));
  return {
    steps: instructions.filter(({ name }) => name === "COPY" || name === "RUN"),
    workFolder: last("WORKDIR"),
    environment: Object.fromEntries(settings.map((each) => each.split("="))),
    userId: userId ?? Number.NaN,
    groupId: groupId ?? Number.NaN,
    ports: all("EXPOSE").flatMap((words) => words.split(" ").map(Number)),
    volumes: all("VOLUME"),
    command: JSON.parse(last("CMD")),
    healthCheck: JSON.parse(last("HEALTHCHECK").replace(/^CMD /, "")),
  };
};
