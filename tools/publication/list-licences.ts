import type { Sbom, SbomComponent } from "./make-sbom.ts";

/** Licences that allow a bank to use and pass on the packages without publishing its own code. */
const acceptedLicences = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "ISC",
  "MIT",
  "Unlicense",
]);

/** Lists the components by licence, as Markdown. */
export function listLicences({ components }: Sbom): string {
  const byLicence = Map.groupBy(components, nameLicence);
  const sections = [...byLicence.entries()]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([licence, members]) => `## ${licence}\n\n${listNames(members)}\n`);
  const about = "The packages that this release installs or contains, by licence.";
  return `# Licences\n\n${about}\n\n${sections.join("\n")}`;
}

const listNames = (components: readonly SbomComponent[]): string =>
  components
    .map(({ name, version }) => `- ${name} ${version}`)
    .sort()
    .join("\n");

/** Finds components without a licence that is accepted. Of alternatives, one is enough. */
export const findUnacceptedLicences = ({ components }: Sbom): readonly string[] =>
  components
    .filter((component) => {
      const alternatives = nameLicence(component).replace(/[()]/g, "").split(/ or /i);
      return !alternatives.some((licence) => acceptedLicences.has(licence));
    })
    .map((component) => `${component.name} ${component.version}: ${nameLicence(component)}`);

const nameLicence = ({ licenses = [] }: SbomComponent): string => {
  const [first] = licenses;
  return first?.expression ?? first?.license?.id ?? first?.license?.name ?? "none";
};
