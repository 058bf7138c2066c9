/**
 * Throws on a Node without a usable `node:sqlite`. A module with a missing import fails before any
 * code runs, so no module of Varde imports by name what an older Node lacks.
 */
export const requireNodeForStorage = (version: string): void => {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return;
  throw new Error(`Varde's bank and sandbox need Node 22.18 or later; this is Node ${version}.`);
};

requireNodeForStorage(process.versions.node);
