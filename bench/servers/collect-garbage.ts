// Loaded into a measured server with --import and --expose-gc: collects garbage on SIGUSR2.

process.on("SIGUSR2", () => globalThis.gc?.());
