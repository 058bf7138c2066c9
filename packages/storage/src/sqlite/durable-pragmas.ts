/** Settings that bring every commit to the disk, also on macOS, where a plain sync does not. */
export const durablePragmas: readonly string[] = [
  "pragma synchronous = full",
  ...(process.platform === "darwin"
    ? ["pragma fullfsync = on", "pragma checkpoint_fullfsync = on"]
    : []),
];
