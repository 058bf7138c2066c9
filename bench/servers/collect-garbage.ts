// Loaded into a measured server with --import and --expose-gc: collects garbage on SIGUSR2, and
// returns to the operating system what V8 would keep for later.

process.on("SIGUSR2", () => globalThis.gc?.({ flavor: "last-resort" }));
