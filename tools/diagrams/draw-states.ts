import { formatLines, formatPicture, measureText, wrapText } from "./svg.ts";

/** Where a state is drawn: its centre and, if it is larger than usual, its size. */
export interface StatePlace {
  readonly x: number;
  readonly y: number;
  readonly width?: number;
  readonly height?: number;
  /** Shown below its name. */
  readonly meaning: string;
  readonly tone?: "busy" | "good" | "warn" | "bad";
}

/** How a transition is drawn, if not in the middle of its two states. */
export interface LineHint {
  /** The x of a vertical line, or the y of a horizontal one. */
  readonly at?: number;
  /** Where its label is, from 0 at its start to 1 at its end. */
  readonly label?: number;
  readonly anchor?: "start" | "middle" | "end";
}

export interface StateDiagram {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  /** From × event → to. */
  readonly transitions: Readonly<Record<string, Readonly<Partial<Record<string, string>>>>>;
  readonly places: Readonly<Record<string, StatePlace>>;
  /** The texts on the lines, by event. */
  readonly labels: Readonly<Record<string, string>>;
  /** By "FROM TO". */
  readonly hints?: Readonly<Record<string, LineHint>>;
}

interface Line {
  readonly from: string;
  readonly to: string;
  readonly events: readonly string[];
}

/** Draws the states and transitions of a table, without states that have no transitions. */
export const drawStates = (diagram: StateDiagram): string => {
  const lines = listLines(diagram);
  const shown = new Set(lines.flatMap(({ from, to }) => [from, to]));
  const missing = [...shown].find((state) => diagram.places[state] === undefined);
  if (missing !== undefined) throw new Error(`Give ${missing} a place in the picture.`);
  const between = lines.filter(({ from, to }) => from !== to);
  const routes = between.map((line) => ({ line, route: routeLine(line, between, diagram) }));
  return formatPicture({
    ...diagram,
    description: describe(lines, diagram),
    elements: [
      ...routes.map(({ route: [start, end] }) => {
        const [[x1, y1], [x2, y2]] = [start.map(Math.round), end.map(Math.round)];
        return `<path class="arrow" d="M${x1} ${y1} ${x2} ${y2}"/>`;
      }),
      ...[...shown].map((state) => drawState(state, lines, diagram)),
      ...routes.map(({ line, route }) => drawLabel(line, route, diagram)),
    ],
  });
};

/** Joins the events that lead from one state to the same other one. */
const listLines = ({ transitions }: StateDiagram): readonly Line[] =>
  Object.entries(transitions).flatMap(([from, row]) =>
    [...Map.groupBy(Object.entries(row), ([, to]) => to ?? "")].map(([to, events]) => ({
      from,
      to,
      events: events.map(([event]) => event),
    })),
  );

const labelOf = (event: string, { labels }: StateDiagram): string => {
  const label = labels[event];
  if (label === undefined) throw new Error(`Say what "${event}" is called in the picture.`);
  return label;
};

const describe = (lines: readonly Line[], diagram: StateDiagram): string =>
  lines
    .map(({ from, to, events }) => {
      const names = events.map((event) => labelOf(event, diagram)).join(", ");
      return from === to ? `${from} stays ${to}: ${names}.` : `${from} becomes ${to}: ${names}.`;
    })
    .join(" ");

const boxWidth = 124;
const boxHeight = 50;

type Point = readonly [x: number, y: number];

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const boxOf = (state: string, { places }: StateDiagram): Box => {
  const { x = 0, y = 0, width = boxWidth, height = boxHeight } = places[state] ?? {};
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
};

/** Half the distance of two lines that lead there and back. */
const besides = 11;

/** Returns the ends of a straight line between two states: vertical or horizontal if it can be. */
const routeLine = (
  { from, to }: Line,
  all: readonly Line[],
  diagram: StateDiagram,
): readonly [Point, Point] => {
  const [a, b] = [boxOf(from, diagram), boxOf(to, diagram)];
  const { at } = diagram.hints?.[`${from} ${to}`] ?? {};
  const isBothWays = all.some((other) => other.from === to && other.to === from);
  const shift = isBothWays ? (from < to ? -besides : besides) : 0;
  const overlap = (low: number, high: number) =>
    low < high ? (at ?? (low + high) / 2 + shift) : undefined;
  const x = overlap(Math.max(a.left, b.left), Math.min(a.right, b.right));
  if (x !== undefined)
    return a.top > b.top
      ? [
          [x, a.top],
          [x, b.bottom],
        ]
      : [
          [x, a.bottom],
          [x, b.top],
        ];
  const y = overlap(Math.max(a.top, b.top), Math.min(a.bottom, b.bottom));
  if (y !== undefined)
    return a.left > b.left
      ? [
          [a.left, y],
          [b.right, y],
        ]
      : [
          [a.right, y],
          [b.left, y],
        ];
  const isRight = b.left > a.right;
  const isDown = b.top > a.bottom;
  const third = (box: Box, isLow: boolean) =>
    (box.top + box.bottom) / 2 + ((box.bottom - box.top) / 4) * (isLow ? 1 : -1);
  return [
    [isRight ? a.right : a.left, third(a, isDown)],
    [isRight ? b.left : b.right, third(b, !isDown)],
  ];
};

const drawState = (state: string, lines: readonly Line[], diagram: StateDiagram): string => {
  const { left, top, right, bottom } = boxOf(state, diagram);
  const { tone = "", meaning = "" } = diagram.places[state] ?? {};
  const own = lines.find(({ from, to }) => from === state && to === state);
  const loops = own?.events.map((event) => labelOf(event, diagram)) ?? [];
  const x = (left + right) / 2;
  const y = (top + bottom) / 2 - (loops.length * 15) / 2;
  return [
    `<rect class="box ${tone}" x="${left}" y="${top}" width="${right - left}" ` +
      `height="${bottom - top}" rx="9"/>`,
    formatLines([state], { x, y: y - 3, kind: "name boxed" }),
    formatLines([meaning], { x, y: y + 14, kind: "small quiet boxed" }),
    ...loops.map((loop, at) => drawLoop(loop, x, y + 31 + at * 15)),
  ].join("\n");
};

/** Draws an event that does not change the state: a small circular arrow, and its name. */
const drawLoop = (label: string, x: number, y: number): string => {
  const left = Math.round(x - measureText(label, 12) / 2 - 5);
  const circle = `<path class="arrow loop" d="M${left - 1} ${y - 8}a4.5 4.5 0 1 0 2 5"/>`;
  return `${circle}\n${formatLines([label], { x: x + 5, y, kind: "small boxed" })}`;
};

const labelWidthMax = 145;

const drawLabel = (
  { from, to, events }: Line,
  [start, end]: readonly [Point, Point],
  diagram: StateDiagram,
): string => {
  const { label: share = 0.5, anchor } = diagram.hints?.[`${from} ${to}`] ?? {};
  const text = events.map((event) => labelOf(event, diagram)).join(", ");
  const lines = wrapText(text, labelWidthMax, { size: 12 });
  const along = (at: 0 | 1) => start[at] + (end[at] - start[at]) * share;
  const aside = { start: 7, middle: 0, end: -7 }[anchor ?? "middle"];
  return formatLines(lines, {
    x: Math.round(along(0)) + aside,
    y: Math.round(along(1) + 4 - ((lines.length - 1) * 14) / 2),
    kind: "small",
    lineHeight: 14,
    ...(anchor !== undefined && { anchor }),
  });
};
