/** Requests after which the cost must have fallen for the warm-up to continue. */
const calmRequests = 10_000;
/** A smaller fall of the cost is noise. */
const fallMin = 0.02;

/**
 * Decides when a side is warm: when its cheapest round has not become cheaper by 2 % during the
 * last 10 000 requests. V8 compiles much of a bank again after 15 000 requests, so a short plateau
 * is not the end. The cheapest round is compared because other programs can only add to a cost.
 */
export class WarmUp {
  #cheapestUs = Number.POSITIVE_INFINITY;
  #sent = 0;
  #fellAt = 0;

  /** Notes the CPU per request of a round. */
  add(cpuUs: number, requests: number): void {
    this.#sent += requests;
    if (cpuUs > this.#cheapestUs * (1 - fallMin)) return;
    this.#cheapestUs = cpuUs;
    this.#fellAt = this.#sent;
  }

  get isOver(): boolean {
    return this.#sent - this.#fellAt >= calmRequests;
  }
}
