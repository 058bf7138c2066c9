/** Returns the section of a version in the changelog, without its heading. */
export function readChanges(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.startsWith(`${version},`));
  if (section === undefined) {
    throw new Error(`CHANGELOG.md has no section "## ${version}, <date>".`);
  }
  return section.slice(section.indexOf("\n")).trim();
}
