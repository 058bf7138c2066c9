import type { Finding } from "./finding.ts";

const someonesMachine = /(^|[\s"'`(=:])((\/(home|Users)\/\w+|\/root|\/work)\/|[A-Z]:\\Users\\)/;
const registryHost = /registry\.(npmjs|yarnpkg)\.|"resolved": "https?:|\bnpm\.pkg\.github\b/;

/** The repository reads the same wherever it lies and wherever its packages come from. */
export function nothingPointsHome(path: string, text: string): readonly Finding[] {
  return text.split("\n").flatMap((content, index) => {
    const line = index + 1;
    if (someonesMachine.test(content)) {
      const rule = "an absolute path of someone's machine";
      return [{ path, line, rule, mend: "Make it relative" }];
    }
    if (registryHost.test(content)) {
      const rule = "the address of a registry";
      return [{ path, line, rule, mend: "Leave the choice of registry to whoever installs" }];
    }
    return [];
  });
}
