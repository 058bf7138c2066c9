export { freePort, type LocalServer, listenLocally, serveLocally } from "./listen-locally.ts";
export { commandOf, missingPrograms, type ProgramName } from "./missing-programs.ts";
export { RoundRobinProxy } from "./round-robin-proxy.ts";
export { type SandboxProcess, spawnSandbox } from "./sandbox-process.ts";
export { unhinderedMs } from "./unhindered-ms.ts";
