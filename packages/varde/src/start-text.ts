import { dataSet, type RunningSandbox, type Settings } from "@varde/sandbox";

/** How this program is called where it was started: from its source by npm, or installed. */
const program = process.env.npm_lifecycle_event === "start" ? "npm run -s varde --" : "varde";

/** What a person sees when the bank is up: where things are, whom to be, what to try. */
export const startText = (sandbox: RunningSandbox, settings: Settings): string => {
  const { kari } = dataSet.people;
  const { http, https } = sandbox.addresses;
  // The other commands look for the bank at 8080 unless they are told.
  const told = new URL(http).port === "8080" ? program : `VARDE_BANK=${http} ${program}`;
  const storage = settings.databaseUrl === undefined ? "SQLite" : "PostgreSQL";
  const rows: readonly (readonly [string, string | undefined])[] = [
    ["Interface", `${http}/v1`],
    ["", https === undefined ? undefined : `${https}/v1`],
    ["Reference", `${http}/docs`],
    ["Control", `${http}/control/v1`],
    ["Data", `${settings.dataFolder} (${storage})`],
    ["Log", settings.logTo === "file" ? `${settings.dataFolder}/varde.log` : settings.logTo],
    ["Customer", `${kari.name}, ${kari.customerNumber}, account ${kari.current.bban}`],
    ["Next", `${told} tpp new, then ${program} pay --help`],
  ];
  const lines = rows
    .filter((row): row is readonly [string, string] => row[1] !== undefined)
    .map(([label, text]) => `  ${label.padEnd(11)}${text}`);
  return [
    "",
    "Varde sandbox: a Norwegian PSD2 bank, for trying things. No real money, no real people.",
    "",
    ...lines,
    "",
    ...sandbox.warnings.map((warning) => `  ! ${warning}`),
    "",
  ].join("\n");
};
