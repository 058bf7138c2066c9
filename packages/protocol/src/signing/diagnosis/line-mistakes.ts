import { candidateHeaders, requestTargetName, type SigningLine } from "../signing-string.ts";
import { changeValues, type LineMistake, type Lines, replaceValue } from "./mistake.ts";

const linesPermutedMax = 7;
const linesOmittedMax = 9;

const officialNames: ReadonlyMap<string, string> = new Map([
  ["x-request-id", "X-Request-ID"],
  ["psu-id", "PSU-ID"],
  ["psu-corporate-id", "PSU-Corporate-ID"],
  ["tpp-redirect-uri", "TPP-Redirect-URI"],
]);

const titleCase = (name: string): string =>
  name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());

const officialName = (name: string): string => officialNames.get(name) ?? titleCase(name);

const renameAll = (lines: Lines, write: (name: string) => string): Lines =>
  lines.map(([name, value]) => [write(name), value]);

/** Renames each header alone. */
function* renameOne(lines: Lines, write: (name: string) => string): Generator<Lines> {
  for (const [at, [name, value]] of lines.entries()) {
    const written = write(name);
    if (written !== name) yield lines.with(at, [written, value]);
  }
}

function* permute(lines: Lines): Generator<Lines> {
  if (lines.length <= 1) yield lines;
  if (lines.length <= 1 || lines.length > linesPermutedMax) return;
  for (const [at, line] of lines.entries()) {
    for (const rest of permute(lines.toSpliced(at, 1))) yield [line, ...rest];
  }
}

/** Omits the fewest lines first, so that the smallest mistake is reported. */
function* omit(lines: Lines): Generator<Lines> {
  if (lines.length > linesOmittedMax) return;
  const masks = Array.from({ length: 2 ** lines.length - 2 }, (_unused, at) => at + 1);
  const select = (mask: number): Lines => lines.filter((_line, at) => (mask >> at) & 1);
  yield* masks.map(select).sort((a, b) => b.length - a.length);
}

function* insert(lines: Lines, added: SigningLine): Generator<Lines> {
  if (lines.some((line) => line[0] === added[0])) return;
  for (let at = lines.length; at >= 0; at--) yield lines.toSpliced(at, 0, added);
}

const misspellings: readonly ((name: string) => string)[] = [
  (name) => name.replaceAll("-", "_"),
  (name) => name.replaceAll("-", " "),
  (name) => name.replaceAll("-", ""),
  (name) => officialName(name).replaceAll("-", ""),
  (name) => name.replace(/-./g, (pair) => pair.slice(1).toUpperCase()),
];

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Mistakes in which lines are signed and how names and values are written. */
export const lineMistakes: readonly LineMistake[] = [
  {
    mistake: "names-not-lower-case",
    why: "names in the signing string are lower-case",
    variants: (lines) => [
      renameAll(lines, officialName),
      renameAll(lines, titleCase),
      renameAll(lines, (name) => name.toUpperCase()),
    ],
  },
  {
    mistake: "one-name-not-lower-case",
    why: "write this name in lower case in the signing string, like the others",
    isBulky: true,
    *variants(lines) {
      yield* renameOne(lines, officialName);
      yield* renameOne(lines, titleCase);
      yield* renameOne(lines, (name) => name.toUpperCase());
    },
  },
  {
    mistake: "name-misspelt",
    why: "names are written as in the headers part, with hyphens",
    isBulky: true,
    *variants(lines) {
      for (const write of misspellings) {
        yield renameAll(lines, write);
        yield* renameOne(lines, write);
      }
    },
  },
  {
    mistake: "other-order",
    why: "the lines must follow the order of the headers part",
    isBulky: true,
    variants: permute,
  },
  {
    mistake: "line-missing",
    why: "every name of the headers part has its line",
    isBulky: true,
    variants: omit,
  },
  {
    mistake: "line-added",
    why: "only names of the headers part have a line",
    isBulky: true,
    *variants(lines, evidence) {
      const { presentNames, method, target } = evidence;
      for (const name of presentNames) yield* insert(lines, [name, evidence.header(name) ?? ""]);
      yield* insert(lines, [requestTargetName, `${method.toLowerCase()} ${target}`]);
      const unlisted = candidateHeaders.filter((name) => presentNames.includes(name));
      const names = [...new Set([...lines.map((line) => line[0]), ...unlisted])];
      if (names.length > lines.length + 1) {
        const known = new Map(lines);
        yield names.map((name) => [name, known.get(name) ?? evidence.header(name) ?? ""]);
      }
    },
  },
  {
    mistake: "absent-header-signed",
    why: "a header that is not sent has no line",
    isBulky: true,
    *variants(lines, { presentNames }) {
      for (const name of candidateHeaders) {
        if (presentNames.includes(name)) continue;
        for (const value of ["", "null", "undefined", "None"]) yield* insert(lines, [name, value]);
      }
    },
  },
  {
    mistake: "value-quoted",
    why: "values are signed without quotes",
    variants: (lines) => changeValues(lines, (value) => `"${value}"`),
  },
  {
    mistake: "value-untrimmed",
    why: "spaces around a value are removed",
    *variants(lines) {
      for (const line of lines.slice(0, -1)) {
        yield* replaceValue(lines, line[0], (value) => [`${value} `]);
      }
      yield* changeValues(lines, (value) => ` ${value}`);
    },
  },
  {
    mistake: "uuid-case",
    why: "values are signed exactly as they are sent",
    *variants(lines) {
      const change = (turn: (value: string) => string) =>
        changeValues(lines, (value) => (uuid.test(value) ? turn(value) : value));
      yield* change((value) => value.toLowerCase());
      yield* change((value) => value.toUpperCase());
    },
  },
  {
    mistake: "uuid-without-hyphens",
    why: "values are signed exactly as they are sent",
    variants: (lines) =>
      changeValues(lines, (value) => (uuid.test(value) ? value.replaceAll("-", "") : value)),
  },
  {
    mistake: "value-empty",
    why: "the value sent is the value signed",
    variants: (lines) => changeValues(lines, () => ""),
  },
];
