import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { nearestName } from "@varde/protocol";
import { type Invocation, type OptionTable, UsageError } from "../command.ts";

export const configurationOption = {
  config: {
    value: "FILE",
    about: "A JSON file with settings, or the name of a ready-made one. Default: $VARDE_CONFIG.",
  },
} as const satisfies OptionTable;

const folder = new URL("../../banks/", import.meta.url);

/** Returns the names of the configuration files that come with the program. */
export const listReadyMade = (): readonly string[] =>
  readdirSync(folder).map((file) => file.replace(/\.json$/, ""));

/** Returns the path of the configuration file: the given one, or a ready-made one by its name. */
export const findConfiguration = ({ text, environment }: Invocation): string | undefined => {
  const given = text("config") ?? (environment.VARDE_CONFIG || undefined);
  if (given === undefined || /[./\\]/.test(given) || existsSync(given)) return given;
  const names = listReadyMade();
  if (names.includes(given)) return fileURLToPath(new URL(`${given}.json`, folder));
  const nearest = nearestName(given, names);
  throw new UsageError(
    `there is no file and no ready-made configuration "${given}"; ` +
      (nearest === undefined ? `ready-made are ${names.join(", ")}` : `the nearest is ${nearest}`),
  );
};
