import { pathFromLink } from "../checks/request-kinds.ts";
import type { MadeCounts } from "../reports/report.ts";
import { type Exchange, headerOf, isAccepted, linkOf, statusOf, textAt } from "../wire/exchange.ts";
import type { WireRequest } from "../wire/sign.ts";
import { eachAtMost } from "./each-at-most.ts";

/** A payment or basket of the run, and the headers of the PSU who made it. */
interface Made {
  readonly path: string;
  readonly isBasket: boolean;
  readonly headers: Readonly<Record<string, string>>;
  isDeleted: boolean;
  /** Approved resources are not deleted: the bank carries them out. */
  isApproved: boolean;
}

const psuHeaderNames = ["PSU-ID", "PSU-Corporate-ID", "TPP-Redirect-URI", "TPP-Session-ID"];
const deletedAtATime = 8;

/**
 * Everything that the run made, found in the responses themselves: also what a bank should have
 * refused is deleted. Each is deleted by its own self link.
 */
export class MadeResources {
  readonly #made = new Map<string, Made>();
  /** Notes what a response says was created or deleted. */
  observe(exchange: Exchange): void {
    const { method, target } = exchange.request;
    if (method === "DELETE" && statusOf(exchange) === 204) {
      const deleted = this.#made.get(pathFromLink(target) ?? "");
      if (deleted !== undefined) deleted.isDeleted = true;
    }
    if (method !== "POST" || !isAccepted(exchange)) return;
    const created = /\/v1\/(?:(?:bulk-|periodic-)?payments\/[^/?]+|signing-baskets)(?=\?|$)/;
    const [home] = created.exec(target) ?? [];
    const id = textAt(exchange, "paymentId") ?? textAt(exchange, "basketId");
    const path = pathFromLink(linkOf(exchange, "self")) ?? (id && home && `${home}/${id}`);
    if (home === undefined || !path) return;
    const headers = Object.fromEntries(
      psuHeaderNames.flatMap((name) => {
        const value = headerOf(exchange.request, name);
        return value === undefined ? [] : [[name, value]];
      }),
    );
    // A repeat returns the stored response: it is the same resource.
    if (this.#made.has(path)) return;
    const isBasket = home.endsWith("baskets");
    this.#made.set(path, { path, isBasket, headers, isDeleted: false, isApproved: false });
  }

  /** Notes that the PSU has completed the SCA of a resource. Without it, the cleanup deletes it. */
  approve(path: string): void {
    const approved = this.#made.get(path);
    if (approved !== undefined) approved.isApproved = true;
  }

  /**
   * Deletes everything, baskets first because they hold their payments. Tries again once, because a
   * busy bank may refuse some of so many deletions.
   */
  async deleteAll(
    send: (request: WireRequest) => Promise<Exchange>,
    sessionOf: (psuId: string | undefined) => string | undefined,
  ): Promise<void> {
    for (const isBasket of [true, false, true, false]) {
      const next = this.#open().filter((made) => made.isBasket === isBasket);
      await eachAtMost(deletedAtATime, next, async ({ path, headers }) => {
        const session = sessionOf(headers["PSU-ID"]);
        await send({
          method: "DELETE",
          path,
          headers: {
            ...headers,
            ...(session !== undefined && { "TPP-Session-ID": session }),
            "PSU-IP-Address": "192.0.2.17",
          },
        });
      });
    }
  }

  /** Returns the self paths of everything that is neither deleted nor approved. */
  left(): readonly string[] {
    return this.#open().map(({ path }) => path);
  }

  #open(): readonly Made[] {
    return [...this.#made.values()].filter(isOpen);
  }

  counts(): MadeCounts {
    const all = [...this.#made.values()];
    const count = (is: (made: Made) => boolean) => all.filter(is).length;
    return {
      made: all.length,
      deleted: count(({ isDeleted }) => isDeleted),
      left: this.left(),
      approved: count(({ isApproved, isBasket }) => isApproved && !isBasket),
    };
  }
}

const isOpen = ({ isDeleted, isApproved }: Made): boolean => !isDeleted && !isApproved;
