import type { CertificateTrust, TppRegister } from "@varde/bank";
import type { AuthoritySource } from "@varde/eidas";
import type { ExportSurroundings, TelemetryExporter } from "../telemetry/exporter.ts";

interface SharedPart<Part> {
  readonly opening: Promise<Part>;
  users: number;
}

/** Parts that several banks of a process use, opened once for equal settings. */
export class SharedParts<Part extends Disposable> {
  readonly #parts = new Map<string, SharedPart<Part>>();

  /**
   * Returns the part of these settings, and opens it for the first bank. It is closed when the last
   * bank has disposed of its use.
   */
  async use(
    settings: unknown,
    open: () => Promise<Part>,
  ): Promise<Disposable & { readonly part: Part }> {
    const key = JSON.stringify(settings);
    let shared = this.#parts.get(key);
    if (shared === undefined) {
      shared = { opening: open(), users: 0 };
      this.#parts.set(key, shared);
    }
    const { opening } = shared;
    shared.users += 1;
    const release = (part?: Part) => {
      shared.users -= 1;
      if (shared.users > 0) return;
      this.#parts.delete(key);
      part?.[Symbol.dispose]();
    };
    try {
      const part = await opening;
      return { part, [Symbol.dispose]: () => release(part) };
    } catch (error) {
      release();
      throw error;
    }
  }
}

/** A trust in certificates, with the files it follows. */
export interface OpenedTrust extends Disposable {
  readonly certificateTrust: CertificateTrust;
}

/** Parts that banks of a process share if their settings are equal. None has secrets of a bank. */
export interface SharedPorts extends ExportSurroundings {
  readonly registers: SharedParts<TppRegister & Disposable>;
  readonly trusts: SharedParts<OpenedTrust>;
  /** Trusted lists, also of trusts that differ otherwise: to verify a list takes seconds. */
  readonly lists: SharedParts<AuthoritySource>;
  readonly exporters: SharedParts<TelemetryExporter>;
  /** Reports the faults of shared parts, which belong to no bank. */
  readonly onFault: (error: Error) => void;
}

/** Logged with what a port survives, such as a file that became invalid. */
export const portFault = "port reported a fault";

/** Creates what the banks of one process share, or what a single bank uses alone. */
export const createSharedPorts = (surroundings: ExportSurroundings): SharedPorts => ({
  ...surroundings,
  registers: new SharedParts(),
  trusts: new SharedParts(),
  lists: new SharedParts(),
  exporters: new SharedParts(),
  onFault: (error) => surroundings.log.warn({ err: error }, portFault),
});
