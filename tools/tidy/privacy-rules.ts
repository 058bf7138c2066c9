import type { Finding } from "./finding.ts";

const absolutePath = /(^|[\s"'`(=:])((\/(home|Users)\/\w+|\/root|\/work)\/|[A-Z]:\\Users\\)/;
const registryHost = /registry\.(npmjs|yarnpkg)\.|"resolved": "https?:|\bnpm\.pkg\.github\b/;

/** Finds absolute paths of a developer's machine and addresses of package registries. */
export function nothingIsMachineSpecific(path: string, text: string): readonly Finding[] {
  return text.split("\n").flatMap((content, index) => {
    const line = index + 1;
    if (absolutePath.test(content)) {
      const rule = "the line contains an absolute path of a developer's machine";
      return [{ path, line, rule, fix: "Make it relative" }];
    }
    if (registryHost.test(content)) {
      const rule = "the line contains the address of a package registry";
      return [{ path, line, rule, fix: "Remove it: users configure their own registry" }];
    }
    return [];
  });
}
