import type { SigningDecision, SigningRequest } from "@varde/bank";
import type { Chance } from "@varde/testkit/generated";

/** The people who may sign for the company, how many are needed, and who signs how much alone. */
export interface Mandate {
  readonly approvals: number;
  readonly signers: readonly string[];
  readonly alone: {
    readonly personId: string;
    readonly paymentMinor: bigint;
    readonly dayMinor: bigint;
  };
}

/** The facts about a signature on which a mandate decides. */
export type SignatureFacts = Pick<
  SigningRequest,
  "personId" | "signedBy" | "nokMinor" | "totalNokMinor" | "signedTodayNokMinor"
>;

/** Decides about a signature. People who may no longer sign do not count. */
export const decideByMandate = (
  { approvals, signers, alone }: Mandate,
  { personId, signedBy, nokMinor, totalNokMinor, signedTodayNokMinor }: SignatureFacts,
): SigningDecision => {
  if (!signers.includes(personId)) return { kind: "may-not-sign", because: "prepare-only" };
  const isWithinLimits =
    nokMinor <= alone.paymentMinor && signedTodayNokMinor + totalNokMinor <= alone.dayMinor;
  if (personId === alone.personId && isWithinLimits) return { kind: "complete", rule: "alone" };
  if (personId === alone.personId && approvals === 1) {
    return { kind: "may-not-sign", because: "over-limit" };
  }
  const missing = approvals - 1 - signers.filter((one) => signedBy.includes(one)).length;
  return missing > 0 ? { kind: "more", missing, rule: "joint" } : { kind: "complete" };
};

/**
 * The mandates of a company, in a system of the bank's own: crashes of our process leave them as
 * they are, and they change while people sign.
 */
export class CompanyMandates {
  readonly #people: readonly string[];
  readonly #versions: Mandate[] = [];
  /** The versions that held when each approval under way was submitted, by person. */
  readonly #submitted = new Map<string, Set<{ readonly version: number }>>();

  constructor(people: readonly string[], chance: Chance) {
    this.#people = people;
    this.change(chance);
  }

  /** Draws another mandate, and returns a text about it. */
  change(chance: Chance): string {
    const signers = this.#people.filter(() => chance.happens(0.8));
    const approvals = chance.pick([1, 2, 2, 2, 2, 3]);
    const kroner = (most: number) => BigInt(chance.below(most)) * 100n;
    const paymentMinor = kroner(400);
    const dayMinor = paymentMinor + kroner(400);
    const alone = { personId: chance.pick(this.#people), paymentMinor, dayMinor };
    this.#versions.push({ approvals, signers, alone });
    return `${approvals} of ${signers}; alone ${alone.personId} ${alone.paymentMinor}`;
  }

  decide(requests: readonly SigningRequest[]): readonly SigningDecision[] {
    return requests.map((request) => decideByMandate(this.#current, request));
  }

  /** Notes that a person submits an approval. Call what it returns when they see the result. */
  submit(personId: string): () => void {
    const submitted = this.#submitted.get(personId) ?? new Set();
    this.#submitted.set(personId, submitted);
    const approval = { version: this.#versions.length - 1 };
    submitted.add(approval);
    return () => void submitted.delete(approval);
  }

  /** Returns the mandates that have held since the person submitted what may be signed now. */
  heldFor(personId: string): readonly Mandate[] {
    const versions = [...(this.#submitted.get(personId) ?? [])].map(({ version }) => version);
    return versions.length === 0 ? [] : this.#versions.slice(Math.min(...versions));
  }

  get #current(): Mandate {
    return this.#versions.at(-1) as Mandate;
  }
}
