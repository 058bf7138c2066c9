import type { Finding } from "./finding.ts";

const page = "docs/architecture.md";

/** A folder that the page names, such as `packages/bank/src/payments/create`. */
interface NamedFolder {
  readonly path: string;
  readonly line: number;
}

/**
 * Compares the lists of folders in docs/architecture.md with the folders: those it names exist, and
 * every folder directly under the `src` of a package is named. A list is a code block after a
 * paragraph that starts with the name of a package's source, such as `bank/src`.
 */
export function architectureMatchesFolders(
  text: string,
  files: readonly string[],
): readonly Finding[] {
  const folders = new Set(files.flatMap(listFolders));
  const named = listNamedFolders(text);
  const names = new Set(named.map(({ path }) => path));
  const unknown = named
    .filter(({ path }) => !folders.has(path))
    .map(({ path, line }) => ({
      path: page,
      line,
      rule: `the folder ${path} does not exist`,
      fix: "Remove or rename it on the page",
    }));
  const missing = [...folders]
    .filter((folder) => /^packages\/[^/]+\/src\/[^/]+$/.test(folder) && !names.has(folder))
    .map((folder) => ({
      path: page,
      line: 1,
      rule: `the folder ${folder} is not named`,
      fix: "Add it to the list of its package",
    }));
  return [...unknown, ...missing];
}

/** Finds paths in backquotes, such as `bank/src/bank.ts`, that no package has. */
export function namedPathsExist(
  page: string,
  text: string,
  files: readonly string[],
): readonly Finding[] {
  const known = new Set([...files, ...files.flatMap(listFolders)]);
  return text.split("\n").flatMap((row, at) =>
    [...row.matchAll(/`([\w-]+\/(?:src|test)\/[\w./-]+)`/g)]
      .filter(([, path = ""]) => !known.has(`packages/${path}`))
      .map(([, path]) => ({
        path: page,
        line: at + 1,
        rule: `packages/${path} does not exist`,
        fix: "Name the file as it is called now",
      })),
  );
}

/** Returns the folders that a path is in, for example a and a/b for a/b/c.ts. */
function listFolders(path: string): readonly string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join("/"));
}

function listNamedFolders(text: string): readonly NamedFolder[] {
  const named: NamedFolder[] = [];
  let source: string | undefined;
  let parent = "";
  let isInBlock = false;
  for (const [at, row] of text.split("\n").entries()) {
    if (row.startsWith("```")) {
      if (isInBlock) source = undefined;
      isInBlock = !isInBlock;
    } else if (!isInBlock) {
      const title = /^`([\w-]+)\/src`/.exec(row)?.[1];
      if (title !== undefined) source = `packages/${title}/src`;
    } else if (source !== undefined) {
      const [, indent = "", list = ""] = /^( {0,2})((?:[\w-]+\/ )+)/.exec(row) ?? [];
      for (const name of list.split(" ").filter((one) => one !== "")) {
        const folder = name.slice(0, -1);
        const path = indent === "" ? `${source}/${folder}` : `${parent}/${folder}`;
        if (indent === "") parent = path;
        named.push({ path, line: at + 1 });
      }
    }
  }
  return named;
}
