/**
 * Throws if Node is too old. A missing named import fails before any code runs, so no module of
 * Varde imports by name anything that an older Node lacks.
 */
export const requireNode = (version: string): void => {
  if (Number.parseInt(version, 10) >= 22) return;
  throw new Error(`@varde/protocol and @varde/tpp need Node 22 or later; this is Node ${version}.`);
};

requireNode(process.versions.node);
