const pollMs = 500;

/**
 * Sends this process SIGTERM when the npm or npx that started it has ended. npm passes signals on
 * only to the shell between the two, which ends (dash) without passing them on.
 */
export const endWithNpm = (environment: Readonly<Record<string, string | undefined>>): void => {
  const isByNpm = environment.npm_lifecycle_event !== undefined;
  // Windows sends Ctrl-C and the closing of a window to all its processes, and keeps the parent id.
  if (!isByNpm || process.platform === "win32") return;
  const parent = process.ppid;
  const poll = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(poll);
    process.kill(process.pid, "SIGTERM");
  }, pollMs).unref();
};
