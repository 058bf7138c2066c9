import type { Engine } from "@varde/storage";

/** Work that two processes do at the same time. */
export interface OverlapCase {
  readonly title: string;
  /** Runs it, at each so many places where one process can be stopped. */
  readonly run: (engine: Engine, stride: number) => Promise<void>;
}
