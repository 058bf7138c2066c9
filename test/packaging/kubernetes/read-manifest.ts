import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { parseDocument } from "yaml";

export const manifestFolder = new URL("../../../packaging/kubernetes/", import.meta.url);

// biome-ignore lint/suspicious/noExplicitAny: the schemas check what is read
export type Manifest = any;

export const readManifest = (file: string): Manifest => {
  const text = readFileSync(new URL(file, manifestFolder), "utf8");
  const document = parseDocument(text, { strict: true });
  assert.deepEqual(document.errors, []);
  return document.toJS();
};

/** Returns the files of the volume of the bank: those of ConfigMaps are in the commands above. */
export const listMountedFiles = (): readonly string[] => {
  const text = readFileSync(new URL("deployment.yaml", manifestFolder), "utf8");
  const commands = text.replaceAll(/ \\\n# +/g, " ");
  const [{ projected }] = readManifest("deployment.yaml").spec.template.spec.volumes;
  return projected.sources.flatMap((source: Manifest) => {
    const { name, items } = source.configMap ?? source.secret;
    const [, words = ""] = new RegExp(`create (?:configmap|secret generic) ${name} (.*)`).exec(
      commands,
    ) ?? [undefined, ""];
    const files = [...words.matchAll(/--from-file=(\S+)/g)].map(([, file = ""]) => file);
    if (items === undefined) return files;
    const keys = items.map(({ key }: { key: string }) => key);
    assert.deepEqual(keys.toSorted(), files.toSorted(), `the items of ${name} and its command`);
    return items.map(({ path }: { path: string }) => path);
  });
};
