/** Every acknowledged commit has reached the disk, also on macOS, where a plain sync has not. */
export const durablePragmas: readonly string[] = [
  "pragma synchronous = full",
  ...(process.platform === "darwin"
    ? ["pragma fullfsync = on", "pragma checkpoint_fullfsync = on"]
    : []),
];
