import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Browser, chromium, type LaunchOptions } from "playwright-core";
import { findBrowser, noBrowser } from "./find-browser.ts";

const run = promisify(execFile);

/** Features that playwright disables, because a browser follows only the last list it is given. */
const disabledByPlaywright = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "msForceBrowserSignIn",
  "msEdgeUpdateLaunchServicesPreferredVersion",
];
/**
 * Web pages inside the address bar that a whole browser loads for each context, although nobody
 * sees them. They take a second of processor time, much more than a page of ours.
 */
const addressBarPages = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"];

const flags = [
  `--disable-features=${[...disabledByPlaywright, ...addressBarPages].join()}`,
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** How long a browser is waited for before it counts as hung; no page needs a tenth of it. */
export const browserPatienceMs = 180_000;

/**
 * Launches the browser that `findBrowser` found, without a window. Close it when done: playwright
 * also ends it with this process, however that ends.
 */
export async function launchBrowser(): Promise<Browser> {
  const timeout = browserPatienceMs;
  return chromium.launch({ headless: true, args: flags, timeout, ...(await launchOptions()) });
}

async function launchOptions(): Promise<LaunchOptions> {
  const found = findBrowser();
  if (found === undefined) throw new Error(noBrowser);
  if (found.kind === "installed") return { executablePath: found.path };

  const folder = await unpackedChromium();
  const libraries = [join(folder, "al2023", "lib"), process.env.LD_LIBRARY_PATH];
  return {
    executablePath: join(folder, "chromium"),
    env: {
      ...process.env,
      FONTCONFIG_PATH: join(folder, "fonts"),
      LD_LIBRARY_PATH: libraries.filter(Boolean).join(":"),
    },
  };
}

/**
 * The package unpacks straight into the temporary folder and takes a half-written file for a whole
 * one, so test processes that start together would trip over each other. Each unpacks into a
 * folder of its own instead, and the first to finish renames its folder into place.
 */
async function unpackedChromium(): Promise<string> {
  const packageFolder = dirname(dirname(fileURLToPath(import.meta.resolve("@sparticuz/chromium"))));
  const { version } = JSON.parse(await readFile(join(packageFolder, "package.json"), "utf8"));
  const cache = join(packageFolder, "..", "..", ".cache", "varde");
  const place = join(cache, `chromium-${version}`);
  if (existsSync(place)) return place;

  await mkdir(cache, { recursive: true });
  const own = await mkdtemp(join(cache, "unpacking-"));
  try {
    await run(process.execPath, ["--input-type=module", "--eval", unpackScript(packageFolder)], {
      cwd: packageFolder,
      env: { ...process.env, TMPDIR: own },
    });
    await writeFile(join(own, "fonts", "fonts.conf"), fontSettings(place));
    await rename(own, place).catch((error: unknown) => {
      if (!existsSync(place)) throw error;
    });
  } finally {
    await rm(own, { recursive: true, force: true });
  }
  return place;
}

/** The packaged settings look in fixed folders; ours make every machine draw with the same font. */
function fontSettings(place: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${place}/fonts</dir><cachedir>${place}/fonts-cache</cachedir></fontconfig>
`;
}

function unpackScript(packageFolder: string): string {
  const libraries = join(packageFolder, "bin", "al2023.tar.br");
  return `
    import chromium, { inflate } from "@sparticuz/chromium";
    await Promise.all([chromium.executablePath(), inflate(${JSON.stringify(libraries)})]);
  `;
}
