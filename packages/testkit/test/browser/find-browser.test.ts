import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findBrowser, type Machine } from "../../src/browser/find-browser.ts";

const aMachine = (changes: Partial<Machine> & { readonly files?: readonly string[] }): Machine => ({
  platform: "linux",
  arch: "arm64",
  env: { PATH: "/usr/local/bin:/usr/bin" },
  hasPackagedChromium: true,
  exists: (path) => changes.files?.includes(path) ?? false,
  ...changes,
});
const onWindows = {
  platform: "win32",
  arch: "x64",
  env: {
    Path: "C:\\Windows;D:\\tools",
    ProgramFiles: "C:\\Program Files",
    "ProgramFiles(x86)": "C:\\Program Files (x86)",
    LOCALAPPDATA: "C:\\Users\\kari\\AppData\\Local",
  },
} as const;
const onMac = { platform: "darwin", env: { PATH: "/usr/bin", HOME: "/opt/kari" } } as const;

const installed: readonly (Parameters<typeof aMachine>[0] & { readonly file: string })[] = [
  { file: "/usr/bin/chromium" },
  { file: "/usr/local/bin/google-chrome" },
  { file: "/usr/bin/microsoft-edge-stable" },
  { file: "/opt/google/chrome/chrome" },
  { file: "/snap/bin/chromium" },
  { file: "/usr/bin/chromium", arch: "x64", hasPackagedChromium: false },
  { file: "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", ...onMac },
  { file: "/opt/kari/Applications/Chromium.app/Contents/MacOS/Chromium", ...onMac },
  { file: "/usr/bin/chromium", ...onMac },
  { file: "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe", ...onWindows },
  { file: "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe", ...onWindows },
  {
    file: "C:\\Users\\kari\\AppData\\Local\\Google\\Chrome\\Application\\chrome.exe",
    ...onWindows,
  },
  { file: "D:\\tools\\chrome.exe", ...onWindows },
];

describe("the browser of the tests", () => {
  for (const { file, ...machine } of installed) {
    const { platform = "linux", arch = "arm64" } = machine;
    test(`on ${platform} ${arch}, ${file} is found`, () => {
      const found = findBrowser(aMachine({ ...machine, files: [file] }));
      assert.deepEqual(found, { kind: "installed", path: file });
    });
  }

  test("on Linux x64 the Chromium from npm wins over an installed one", () => {
    const machine = aMachine({ arch: "x64", files: ["/usr/bin/chromium"] });
    assert.deepEqual(findBrowser(machine), { kind: "packaged" });
  });

  test("the headless shell wins over Chromium, Chromium over Chrome, and Chrome over Edge", () => {
    const names = ["microsoft-edge", "google-chrome", "chromium", "chromium-headless-shell"];
    const files = names.map((name) => `/usr/bin/${name}`);
    for (const path of files.toReversed()) {
      assert.deepEqual(findBrowser(aMachine({ files })), { kind: "installed", path });
      files.pop();
    }
  });

  test("VARDE_BROWSER wins over everything else", () => {
    const env = { VARDE_BROWSER: "/srv/kari/chrome", PATH: "/usr/bin" };
    const files = ["/srv/kari/chrome", "/usr/bin/chromium"];
    const found = findBrowser(aMachine({ arch: "x64", env, files }));
    assert.deepEqual(found, { kind: "installed", path: "/srv/kari/chrome" });
  });

  test("a VARDE_BROWSER that does not exist is an error that says so", () => {
    const env = { VARDE_BROWSER: "/srv/kari/chrome", PATH: "/usr/bin" };
    const machine = aMachine({ env, files: ["/usr/bin/chromium"] });
    assert.throws(() => findBrowser(machine), /VARDE_BROWSER is \/srv\/kari\/chrome, which does/);
  });

  test("VARDE_BROWSER=none means that there is no browser", () => {
    const env = { VARDE_BROWSER: "none", PATH: "/usr/bin" };
    const machine = aMachine({ arch: "x64", env, files: ["none", "/usr/bin/chromium"] });
    assert.equal(findBrowser(machine), undefined);
  });

  test("a machine without a browser, PATH or a known platform has none", () => {
    assert.equal(findBrowser(aMachine({})), undefined);
    assert.equal(findBrowser(aMachine({ env: {} })), undefined);
    assert.equal(findBrowser(aMachine({ platform: "freebsd", exists: () => true })), undefined);
    assert.equal(
      findBrowser(aMachine({ ...onWindows, env: {}, files: ["chrome.exe"] })),
      undefined,
    );
  });
});
