import type { RecordedRun } from "./record-runs.ts";
import type { Message } from "./recorder.ts";
import { formatLines, formatPicture, wrapText } from "./svg.ts";

/** Sizes of a picture: of a page's width, or of a phone's. */
const sizes = {
  wide: { width: 760, margin: 70, boxWidth: 108 },
  narrow: { width: 344, margin: 40, boxWidth: 66 },
} as const;

export type Size = keyof typeof sizes;

const boxHeight = 34;
const top = 18;
const lineHeight = 16;

interface Layout {
  readonly run: RecordedRun;
  readonly size: (typeof sizes)[Size];
  readonly isNarrow: boolean;
  /** The x of each participant's line. */
  readonly lives: ReadonlyMap<string, number>;
}

/** Draws a recorded run: a line for each participant, an arrow for each message. */
export const drawSequence = (run: RecordedRun, name: Size): string => {
  const size = sizes[name];
  const { width, margin } = size;
  const gap = (width - 2 * margin) / (run.participants.length - 1);
  const lives = new Map(run.participants.map((each, at) => [each, Math.round(margin + at * gap)]));
  const layout: Layout = { run, size, lives, isNarrow: name === "narrow" };
  const arrows: string[] = [];
  let y = top + boxHeight + 14;
  for (const [at, message] of run.messages.entries()) {
    const isReply = message.kind === "reply";
    // What belongs together is closer together.
    y += at > 0 && !isReply ? 14 : 6;
    const drawn = drawMessage(message, y, layout);
    arrows.push(drawn.text);
    y = drawn.bottom;
  }
  const height = y + 24;
  return formatPicture({
    title: run.title,
    description: describe(run),
    width,
    height,
    elements: [
      ...[...lives.values()].map(
        (x) => `<path class="life" d="M${x} ${top + boxHeight}V${height - 14}"/>`,
      ),
      ...[...lives].map(([participant, x]) => drawParticipant(participant, x, layout)),
      ...arrows,
    ],
  });
};

const describe = ({ messages }: RecordedRun): string =>
  messages
    .map(({ from, to, text, detail }, at) => {
      const more = detail === undefined ? "" : ` (${detail})`;
      return `${at + 1}. ${from} to ${to}: ${text}${more}.`;
    })
    .join(" ");

const tones: Readonly<Record<string, string>> = { TPP: "busy", Bank: "good" };

const drawParticipant = (name: string, x: number, { size: { boxWidth } }: Layout): string =>
  [
    `<rect class="box ${tones[name] ?? ""}" x="${x - boxWidth / 2}" y="${top}" ` +
      `width="${boxWidth}" height="${boxHeight}" rx="9"/>`,
    formatLines([name], { x, y: top + 22, kind: "name boxed" }),
  ].join("\n");

interface Drawn {
  readonly text: string;
  readonly bottom: number;
}

/** Draws the texts of a message, and below them its arrow. */
const drawMessage = (message: Message, y: number, layout: Layout): Drawn => {
  const { lives } = layout;
  const [x1, x2] = [lives.get(message.from) ?? 0, lives.get(message.to) ?? 0];
  const place = placeText(x1, x2, layout);
  const isCall = message.kind === "call";
  const lines = wrapText(message.text, place.width, { size: 12.5, isMono: isCall });
  const details = message.detail === undefined ? [] : wrapText(message.detail, place.width, small);
  const kind = isCall ? "mono call" : replyTone(message);
  const first = y + 12;
  const second = first + lines.length * lineHeight;
  const bottom = second + details.length * lineHeight - 6;
  const arrow =
    `<path class="arrow${message.kind === "reply" ? " reply" : ""}" ` +
    `d="M${x1} ${bottom}H${x2 + (x2 > x1 ? -1 : 1)}"/>`;
  return {
    text: [
      arrow,
      formatLines(lines, { ...place, y: first, kind, lineHeight }),
      ...(details.length === 0
        ? []
        : [formatLines(details, { ...place, y: second, kind: "small quiet", lineHeight })]),
    ].join("\n"),
    bottom: bottom + 8,
  };
};

const small = { size: 12 } as const;

const replyTone = ({ text }: Message): string => {
  if (/^2\d\d/.test(text)) return "is-good";
  // An SCA that is required is part of the way, not a failure.
  if (text.includes("scaRedirect")) return text.startsWith("401") ? "is-warn" : "";
  return /^[45]\d\d/.test(text) ? "is-bad" : "";
};

/** Centres a text over its arrow; on a phone it may be wider than the arrow. */
const placeText = (x1: number, x2: number, { isNarrow, size }: Layout) => {
  const [left, right] = [Math.min(x1, x2), Math.max(x1, x2)];
  if (!isNarrow) {
    return { x: (left + right) / 2, anchor: "middle" as const, width: right - left - 24 };
  }
  const isAtLeft = left <= size.margin;
  const width = Math.max(right - left, 230) - 14;
  return isAtLeft
    ? { x: left + 8, anchor: "start" as const, width }
    : { x: right - 8, anchor: "end" as const, width };
};
