import type { ClientFact, MarkFact, RequestFact, ScaFact } from "./request-facts.ts";

export const clientProfiles = [
  "aisp",
  "pisp",
  "both",
  "aisp-company",
  "pisp-company",
  "both-company",
] as const;

/** The services of a TPP: accounts, payments or both, and whether its PSUs act for companies. */
export type ClientProfile = (typeof clientProfiles)[number];

export const clientAreas = ["security", "robustness", "etiquette", "traps"] as const;
export type ClientArea = (typeof clientAreas)[number];

/** The facts that a check looks at, and the time of the judgement. */
export interface ObservedClient {
  readonly facts: readonly ClientFact[];
  readonly requests: readonly RequestFact[];
  readonly scas: readonly ScaFact[];
  readonly marks: readonly MarkFact[];
  /** Machine time in epoch milliseconds. */
  readonly now: number;
}

/** A mistake that was found, with the number of the request or SCA that shows it. */
export interface ClientFault {
  readonly number: number;
  readonly text: string;
}

export interface Observation {
  /** Number of requests that the check is about; if 0, the situation never arose. */
  readonly looked: number;
  readonly faults: readonly ClientFault[];
  /** The next event, if the judgement has to wait for it. */
  readonly waitsFor?: string;
}

/** A check of a client, with one sentence each about rule, situation and remedy. */
export interface ClientCheck {
  readonly id: string;
  readonly area: ClientArea;
  readonly rules: readonly string[];
  readonly level: "must" | "should";
  /** The statement that holds for a client that is ready. */
  readonly says: string;
  /** How the situation arises. */
  readonly toSee: string;
  /** How to fix a client that fails. */
  readonly fix: string;
  /** The service whose TPPs it is about; omitted if it is about all. */
  readonly service?: "aisp" | "pisp";
  /** Whether it is only about TPPs whose PSUs act for companies. */
  readonly isForCompanies?: true;
  observe(client: ObservedClient): Observation;
}

export const appliesTo = (
  { service, isForCompanies }: Pick<ClientCheck, "service" | "isForCompanies">,
  profile: ClientProfile,
): boolean => {
  const [offered, company] = profile.split("-");
  return (
    (service === undefined || offered === "both" || offered === service) &&
    (isForCompanies === undefined || company !== undefined)
  );
};

/** Observes each request that is one of those the check is about. */
export const eachRequest =
  (
    isAbout: (request: RequestFact) => boolean,
    findFault: (request: RequestFact, client: ObservedClient) => string | undefined,
  ) =>
  (client: ObservedClient): Observation => {
    const about = client.requests.filter(isAbout);
    return {
      looked: about.length,
      faults: about.flatMap((request) => {
        const text = findFault(request, client);
        return text === undefined ? [] : [{ number: request.number, text }];
      }),
    };
  };
