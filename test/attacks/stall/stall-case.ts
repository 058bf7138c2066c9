import {
  describeHostility,
  type Hostility,
  positions,
  type ShapeName,
  shapeNames,
} from "./hostile-texts.ts";

/** A place of a request that takes a text. */
export interface Place {
  readonly name: string;
  /** The lengths to try, shortest first. */
  readonly lengths: readonly number[];
  /** Formats the request with a hostile text in this place. */
  readonly format: (attempt: Attempt) => Promise<Buffer> | Buffer;
}

/** A request with a hostile text in one place. */
export interface StallCase {
  /** The operation and the place. */
  readonly title: string;
  /** Formats the request when it is sent, because signatures expire. */
  readonly format: () => Promise<Buffer> | Buffer;
}

/**
 * How many of the ways to spoil a place are tried: all, each shape in each position, each shape, or
 * one.
 */
export type Extent = "all" | "every position" | "every shape" | "one";

/** A way to spoil a place, and whether the request is signed after it was spoilt. */
export interface Attempt extends Hostility {
  readonly isSigned: boolean;
}

/**
 * Returns attempts on a place. The seed picks what the extent leaves open, so that neighbouring
 * places get different shapes, lengths and positions.
 */
const listAttempts = (
  extent: Extent,
  lengths: readonly number[],
  seed: number,
): readonly Attempt[] => {
  switch (extent) {
    case "all":
      return shapeNames.flatMap((shape) =>
        lengths.flatMap((length) =>
          positions.flatMap((position) =>
            [true, false].map((isSigned) => ({ shape, length, position, isSigned })),
          ),
        ),
      );
    case "every position":
      return shapeNames.flatMap((shape, at) =>
        positions.map((position, next) => ({
          shape,
          length: pick(lengths.slice(-2), seed + at + next),
          position,
          isSigned: false,
        })),
      );
    case "every shape":
      return shapeNames.map((shape, at) => pickAttempt(shape, lengths, seed + at));
    case "one":
      return [pickAttempt(pick(shapeNames, seed * 7), lengths, seed)];
  }
};

const pickAttempt = (shape: ShapeName, lengths: readonly number[], seed: number): Attempt => ({
  shape,
  length: pick(lengths, seed),
  position: pick(positions, Math.floor(seed / 2)),
  isSigned: seed % 4 !== 3,
});

const pick = <T>(from: readonly T[], seed: number): T => from[seed % from.length] as T;

/** Lists the attempts on the places of an operation or a page. */
export function* listCases(
  operation: string,
  places: readonly Place[],
  extentOf: (place: string, at: number) => Extent | "none",
  seed: number,
): Generator<StallCase> {
  for (const [at, { name, lengths, format }] of places.entries()) {
    const extent = extentOf(name, at);
    if (extent === "none") continue;
    for (const attempt of listAttempts(extent, lengths, seed + 5 * at)) {
      const signing = attempt.isSigned ? ", signed" : "";
      yield {
        title: `${operation}: ${name}, ${describeHostility(attempt)}${signing}`,
        format: () => format(attempt),
      };
    }
  }
}
