import type { ControlResponse } from "@varde/protocol";
import { control } from "../live/control.ts";
import { addressOf } from "../live/route.ts";
import { changes, worldId } from "../live/world.ts";
import { Failure } from "../shown/failure.tsx";
import { useReading } from "../shown/use-reading.ts";
import type { TimelineEntry } from "../story/describe-entry.ts";
import { describeApproval } from "../story/describe-next.ts";
import { ShownNext } from "../story/shown-next.tsx";
import { change } from "../story/sign-as.ts";
import { Timeline } from "../story/timeline.tsx";

type Consent = ControlResponse<"readConsent">;

/** A consent: who gave it to whom, what happens next, and its timeline. */
export const ConsentDetail = ({ consentId }: { consentId: string }) => {
  const world = worldId.value;
  const { value, error } = useReading(
    () =>
      world === undefined
        ? undefined
        : control.get("/consents/{consentId}", { world, parameters: { consentId } }),
    [world, consentId, changes.value],
  );
  return (
    <article class="detail" aria-label="Consent">
      <a class="close" href={addressOf("consents")}>
        Close
      </a>
      <Failure error={error} />
      {value !== undefined && world !== undefined && (
        <>
          <header>
            <p>
              <span class={`badge ${consentTones[value.state]}`}>{value.state}</span>
            </p>
            <h2>
              {value.psu} lets {value.tpp} read{" "}
              {value.scope === "accounts" ? "accounts" : "whether there are funds"}
            </h2>
            <p class="quiet">
              <code>{consentId}</code>
              {value.onBehalfOf !== undefined && ` for ${value.onBehalfOf}`}
            </p>
          </header>
          {value.signers.length > 0 && (
            <ShownNext step={describeApproval(value)} world={world} scas={value.scas} />
          )}
          {value.state === "valid" && (
            <section class="onward" aria-label="What happens next">
              <p>It expires on {value.validUntil.slice(0, 10)}, unless the PSU renews it.</p>
              <button
                type="button"
                onClick={() =>
                  change(
                    () =>
                      control.post("/consents/{consent}/expire", {
                        world,
                        parameters: { consent: consentId },
                      }),
                    "The consent has expired.",
                  )
                }
              >
                Let it expire now
              </button>
            </section>
          )}
          {value.state === "expired" && (
            <p>The next request of the TPP is refused, with a link for a new SCA.</p>
          )}
          <Timeline timeline={value.timeline.map((entry) => nameAccounts(entry, value.accounts))} />
        </>
      )}
    </article>
  );
};

/** Replaces the ids of the granted accounts by their names and numbers. */
const nameAccounts = (entry: TimelineEntry, accounts: Consent["accounts"]): TimelineEntry => {
  const named = entry.detail?.split(" ").map((id) => {
    const account = accounts.find(({ accountId }) => accountId === id);
    return account && `${account.name} ${account.number}`;
  });
  return named?.every((name) => name !== undefined)
    ? { ...entry, detail: named.join(", ") }
    : entry;
};

export const consentTones = { valid: "good", expired: "warn", revoked: "quiet" } as const;
