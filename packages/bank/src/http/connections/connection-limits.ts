import type { HalfSentLimits } from "./half-sent-requests.ts";

export interface ConnectionLimits extends HalfSentLimits {
  readonly connectionsMax: number;
  /** Responses that clients have not taken, and requests that they have sent ahead. */
  readonly heldBytesMax: number;
  /** How often it is checked whether clients take their responses. */
  readonly sweepMs: number;
  /** A client that has taken nothing at this many checks in a row is closed. */
  readonly sweepsUnmovedMax: number;
  /** How long a refused client has to read the response. */
  readonly lingerMs: number;
  /** How long a stopping server waits for the rest of a request. */
  readonly halfSentMs: number;
  /** How long a stopping server waits for responses. */
  readonly closingMs: number;
  readonly warnEveryMs: number;
}

/** Files that the process needs besides connections: databases, logs, keys, its own streams. */
const otherFiles = 96;
/** With heads of 32 KiB, the largest that are read, they take about 300 MiB. */
const halfSentMax = 10_000;

/**
 * Limits that leave the process enough open files for everything that is not a connection, and for
 * this many further files.
 */
export const connectionLimits = (filesMax = openFilesMax(), moreFiles = 0): ConnectionLimits => {
  const connectionsMax = Math.max(filesMax - otherFiles - moreFiles, Math.floor(filesMax / 2));
  return {
    connectionsMax,
    halfSentMax: Math.min(halfSentMax, Math.floor(connectionsMax / 2)),
    halfSentBytesMax: 64 * 1024 * 1024,
    // Over TLS, a response that waits is in memory twice.
    heldBytesMax: 32 * 1024 * 1024,
    sweepMs: 2_500,
    sweepsUnmovedMax: 5,
    promptMs: 1_000,
    lingerMs: 1_000,
    halfSentMs: 1_000,
    closingMs: 10_000,
    warnEveryMs: 60_000,
  };
};

/**
 * Warns if the limit of open files leaves too few for both the connections of clients and the files
 * of several banks, and says what to raise.
 */
export const warnOfFileShortage = (
  bankFiles: number,
  warn: (text: string) => void,
  filesMax = openFilesMax(),
): void => {
  const needed = 2 * (otherFiles + bankFiles);
  if (filesMax >= needed) return;
  warn(
    `open files are limited to ${filesMax} (ulimit -n), and the banks may need ${bankFiles} ` +
      `besides the connections of clients: raise the limit to ${needed} (systemd: LimitNOFILE), ` +
      "or divide the banks among several folders",
  );
};

/** Fields of reports that the types of Node do not declare. */
type Report = typeof process.report & { excludeNetwork?: boolean };
interface ReadReport {
  readonly userLimits?: { readonly open_files?: { readonly soft?: number | "unlimited" } };
}

/** The soft limit of open files (`ulimit -n`). Windows has none. */
const openFilesMax = (): number => {
  const report: Report = process.report;
  const { excludeNetwork = false } = report;
  // Otherwise the report looks up the names of all peers.
  report.excludeNetwork = true;
  const { userLimits }: ReadReport = report.getReport();
  report.excludeNetwork = excludeNetwork;
  const soft = userLimits?.open_files?.soft;
  return typeof soft === "number" ? soft : Number.MAX_SAFE_INTEGER;
};
