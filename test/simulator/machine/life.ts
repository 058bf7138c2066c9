/** A machine that runs a process of the bank, and what is wrong with it now. */
export class Host {
  readonly name: string;
  /** How far its clock is ahead of the true time; negative if it is behind. */
  clockOffsetMs = 0;
  /** The faults that it has now, and the step at which each ends. */
  readonly faults = new Map<HostFault, number>();

  constructor(name: string) {
    this.name = name;
  }

  /** Whether it refuses requests because their dates differ from its clock. */
  get refusesDates(): boolean {
    return Math.abs(this.clockOffsetMs) > dateDifferenceMsMax;
  }
}

/** Less than the bank's tolerance of 60 seconds, because requests may be 50 seconds old. */
const dateDifferenceMsMax = 5_000;

export const hostFaults = [
  "is suspended",
  "is cut off from the database",
  "is cut off from the core bank",
  "has no space for its log",
] as const;
export type HostFault = (typeof hostFaults)[number];

/** A process on a host, from its start until it dies. */
export class Life {
  readonly host: Host;
  isOver = false;

  constructor(host: Host) {
    this.host = host;
  }

  get isSuspended(): boolean {
    return this.host.faults.has("is suspended");
  }
}
