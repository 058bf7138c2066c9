import { existsSync } from "node:fs";
import { posix, win32 } from "node:path";
import { fileURLToPath } from "node:url";

/** The facts the lookup depends on; tests supply their own. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether `npm ci` installed the packaged Chromium. */
  readonly hasPackagedChromium: boolean;
  exists(path: string): boolean;
}

/** Either the Chromium from npm, which is unpacked before its first use, or an executable. */
export type FoundBrowser =
  | { readonly kind: "packaged" }
  | { readonly kind: "installed"; readonly path: string };

/**
 * The executables' names, as looked up in each folder of PATH. The headless shell is first, because
 * it needs half the processor time of the whole browser.
 */
const names: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: [
    "chromium-headless-shell",
    "chromium",
    "google-chrome-stable",
    "google-chrome",
    "microsoft-edge-stable",
    "microsoft-edge",
    "chromium-browser",
  ],
  darwin: ["chromium", "google-chrome", "microsoft-edge"],
  win32: ["chromium.exe", "chrome.exe", "msedge.exe"],
};

/** Folders that installers use and that PATH may lack. `$NAME` is an environment variable. */
const places: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: [
    "/usr/bin/chromium",
    "/usr/lib/chromium/chromium",
    "/opt/google/chrome/chrome",
    "/opt/microsoft/msedge/msedge",
    "/snap/bin/chromium",
  ],
  darwin: [
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "$HOME/Applications/Chromium.app/Contents/MacOS/Chromium",
    "$HOME/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "$HOME/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "/opt/homebrew/bin/chromium",
  ],
  win32: [
    "$LOCALAPPDATA\\Chromium\\Application\\chrome.exe",
    "$PROGRAMFILES\\Google\\Chrome\\Application\\chrome.exe",
    "$PROGRAMFILES(X86)\\Google\\Chrome\\Application\\chrome.exe",
    "$LOCALAPPDATA\\Google\\Chrome\\Application\\chrome.exe",
    "$PROGRAMFILES(X86)\\Microsoft\\Edge\\Application\\msedge.exe",
    "$PROGRAMFILES\\Microsoft\\Edge\\Application\\msedge.exe",
  ],
};

const howToGetABrowser =
  "Install Chromium, Chrome or Edge, or set VARDE_BROWSER to the executable of one.";

/** The message where `findBrowser` finds none. Tests skipped for that reason state it. */
export const noBrowser = `No browser was found. ${howToGetABrowser}`;

/**
 * Finds the browser that tests drive: `VARDE_BROWSER`, else the Chromium from npm where it runs,
 * else an installed one. `VARDE_BROWSER=none` stands for a machine without a browser.
 */
export function findBrowser(machine: Machine = thisMachine()): FoundBrowser | undefined {
  const chosen = machine.env.VARDE_BROWSER ?? "";
  if (chosen === "none") return undefined;
  if (chosen !== "") {
    if (machine.exists(chosen)) return { kind: "installed", path: chosen };
    throw new Error(`VARDE_BROWSER is ${chosen}, which does not exist. ${howToGetABrowser}`);
  }
  // Its builds are for Linux on x64 only.
  const runsPackaged = machine.platform === "linux" && machine.arch === "x64";
  if (runsPackaged && machine.hasPackagedChromium) return { kind: "packaged" };
  const path = listCandidates(machine).find(machine.exists);
  return path === undefined ? undefined : { kind: "installed", path };
}

function listCandidates({ platform, env }: Machine): readonly string[] {
  const { delimiter, join } = platform === "win32" ? win32 : posix;
  const folders = (variable(env, "PATH") ?? "").split(delimiter).filter(Boolean);
  const onPath = (names[platform] ?? []).flatMap((name) =>
    folders.map((folder) => join(folder, name)),
  );
  return [...onPath, ...(places[platform] ?? []).flatMap((place) => expand(place, env))];
}

/** Returns no path where the variable is not set. */
function expand(place: string, env: Machine["env"]): readonly string[] {
  const [, name, rest] = /^\$([A-Z0-9()]+)(.*)$/.exec(place) ?? [];
  if (name === undefined) return [place];
  const folder = variable(env, name);
  return folder === undefined ? [] : [folder + rest];
}

/** Windows does not care about the case of a variable's name, and spells PATH "Path". */
const variable = (env: Machine["env"], name: string) =>
  Object.entries(env).find(([key]) => key.toUpperCase() === name)?.[1];

function thisMachine(): Machine {
  const { platform, arch, env } = process;
  return { platform, arch, env, hasPackagedChromium: hasPackagedChromium(), exists: existsSync };
}

function hasPackagedChromium(): boolean {
  try {
    return existsSync(fileURLToPath(import.meta.resolve("@sparticuz/chromium")));
  } catch {
    return false;
  }
}
