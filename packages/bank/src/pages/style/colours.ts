/**
 * Colours of all pages: SCA, reference and console. Each pair of text and background has a contrast
 * of at least 4.5:1 in both schemes; a bank may replace some of them on its own pages.
 */
export const palettes = {
  light: {
    paper: "#f6f6f3",
    card: "#ffffff",
    ink: "#16242a",
    quiet: "#506068",
    line: "#dfe2de",
    field: "#6b7a80",
    primary: "#0f5149",
    primaryStrong: "#0a3b35",
    onPrimary: "#ffffff",
    soft: "#edf3f0",
    good: "#17603f",
    goodSoft: "#e3f2e9",
    notice: "#7a4d00",
    noticeSoft: "#fdf4e1",
    danger: "#962a1f",
    dangerSoft: "#fcefed",
    get: "#0b5394",
    post: "#17603f",
    put: "#7a4d00",
    delete: "#962a1f",
    focus: "#0b5cad",
    code: "#f2f5f3",
    codeLine: "#e2e8e4",
    codeKey: "#0b4f8a",
    codeText: "#17603f",
    codeLiteral: "#7b2f7d",
    sandbox: "#67399c",
    sandboxSoft: "#f7f2fc",
    shadow: "0 1px 2px rgb(22 36 42 / 6%), 0 12px 32px rgb(22 36 42 / 7%)",
  },
  dark: {
    paper: "#0e1517",
    card: "#141d20",
    ink: "#e8eeec",
    quiet: "#a9b6b7",
    line: "#2b383d",
    field: "#84959a",
    primary: "#8fd3c1",
    primaryStrong: "#b0e4d6",
    onPrimary: "#06211c",
    soft: "#1a282b",
    good: "#86d3aa",
    goodSoft: "#16302a",
    notice: "#eec37d",
    noticeSoft: "#2d2517",
    danger: "#ffb4a9",
    dangerSoft: "#341f1d",
    get: "#9ccaff",
    post: "#86d3aa",
    put: "#eec37d",
    delete: "#ffb4a9",
    focus: "#9ccaff",
    code: "#10191b",
    codeLine: "#24333a",
    codeKey: "#9ccaff",
    codeText: "#a5dcbc",
    codeLiteral: "#e0b3e8",
    sandbox: "#d2b6f7",
    sandboxSoft: "#1e1828",
    shadow: "none",
  },
} as const;

export type Scheme = keyof typeof palettes;
export type ColourName = keyof (typeof palettes)["light"];
export type Palette = Readonly<Record<ColourName, string>>;

/** Returns the colours of both schemes as custom properties. */
export const formatColours = ({ light, dark }: Readonly<Record<Scheme, Palette>>): string => `
:root {
  color-scheme: light dark;
${formatProperties(light, "  ")}
}
@media (prefers-color-scheme: dark) {
  :root {
${formatProperties(dark, "    ")}
  }
}
`;

const formatProperties = (palette: Palette, indent: string): string =>
  Object.entries(palette)
    .map(([name, value]) => `${indent}--${toKebabCase(name)}: ${value};`)
    .join("\n");

const toKebabCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
