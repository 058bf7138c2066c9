/**
 * Returns what a person types to run this program again. npm says in the environment that it is the
 * caller, and from which package: the clone has a script, other projects have the program in npx.
 */
export const programName = (environment: Readonly<Record<string, string | undefined>>): string => {
  if (environment.npm_lifecycle_event === undefined) return "varde";
  return environment.npm_package_name === "varde-workspace" ? "npm run -s varde --" : "npx varde";
};
