import { readFileSync } from "node:fs";
import { ConfigurationRefused } from "@varde/bank";
import {
  findPointerLine,
  isInvalid,
  parseJson,
  type Scenario,
  scenarioSchema,
  validateBody,
} from "@varde/protocol";
import { scenarioFault } from "./scenario.ts";

/** Reads a scenario file; an error says what is wrong and in which line. */
export const readScenarioFile = (path: string): readonly Scenario[] => {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigurationRefused(
      `The scenario file ${path} cannot be read (${code}); check VARDE_SCENARIOS.`,
    );
  }
  return parseScenarios(text, path);
};

export const parseScenarios = (text: string, path: string): readonly Scenario[] => {
  const refuseAt = (pointer: string, reason: string): never => {
    const line = findPointerLine(text, pointer);
    throw new ConfigurationRefused(`${path} line ${line}: ${reason.replace(/\.$/, "")}.`);
  };
  const read = parseJson(Buffer.from(text));
  if (isInvalid(read)) {
    const line = /line (\d+)/.exec(read.reason)?.[1] ?? "1";
    throw new ConfigurationRefused(`${path} line ${line}: the file ${read.reason}.`);
  }
  const file = read;
  if (!Array.isArray(file)) return refuseAt("", "the file must be a JSON array of scenarios");
  for (const [at, scenario] of file.entries()) {
    const { violations, unknownFields } = validateBody(scenarioSchema, scenario);
    const [first] = violations;
    if (first !== undefined) refuseAt(`/${at}${first.path ?? ""}`, first.text);
    const [unknown] = unknownFields;
    if (unknown !== undefined)
      refuseAt(`/${at}${unknown}`, `${unknown} is not a field of a scenario`);
    const fault = scenarioFault(scenario);
    if (fault !== undefined) refuseAt(`/${at}${fault.path}`, `${fault.path} ${fault.text}`);
  }
  return file as readonly Scenario[];
};
