import { dataSet, type RunningSandbox, type Settings } from "@varde/sandbox";

const bankDefault = "http://127.0.0.1:8080";

/** Returns what is printed once the bank is up: its addresses, a customer, what to run next. */
export const startText = (
  { addresses, warnings, controlToken }: RunningSandbox,
  settings: Settings,
  program: string,
): string => {
  const { http, https } = addresses;
  const { kari, ola } = dataSet.people;
  // A token from the environment is known to whoever set it, and stays out of the output.
  const token = settings.controlToken === undefined ? controlToken : undefined;
  const storage = settings.databaseUrl === undefined ? "SQLite" : "PostgreSQL";
  const { pathPrefix } = settings;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ["Interface", `${http}${pathPrefix}/v1`],
    ["", https === undefined ? undefined : `${https}${pathPrefix}/v1`],
    ["Console", http],
    ["Reference", `${http}/docs`],
    ["Control", `${http}/control/v1`],
    ["Your link", token === undefined ? undefined : `${http}/#control-token=${token}`],
    ["Data", `${settings.dataFolder} (${storage})`],
    ["Log", settings.logTo === "file" ? `${settings.dataFolder}/varde.log` : settings.logTo],
    ["Customer", `${kari.name}, number ${kari.customerNumber}, account ${kari.current.bban}`],
  ];
  const bank = http + pathPrefix;
  const payment = `--from ${kari.current.bban} --to ${ola.current.bban} --name "${ola.name}"`;
  return [
    "",
    "Varde sandbox: a Norwegian PSD2 bank for testing. No real money, no real people.",
    "",
    ...rows.flatMap(([label, text]) => (text === undefined ? [] : [formatRow(label, text)])),
    "",
    ...warnings.map((warning) => `  ! ${warning}`),
    ...(warnings.length === 0 ? [] : [""]),
    "Next, in another terminal:",
    "",
    // A TPP remembers the bank it was made at, so the second command needs no address.
    `  ${program} tpp new${bank === bankDefault ? "" : ` --bank ${bank}`}`,
    `  ${program} pay ${payment} --amount 249.50`,
    "",
    "Ctrl-C stops the bank.",
  ].join("\n");
};

const formatRow = (label: string, text: string): string => `  ${label.padEnd(11)}${text}`;
