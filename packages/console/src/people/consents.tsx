import { control } from "../live/control.ts";
import { addressOf } from "../live/route.ts";
import { changes, worldId } from "../live/world.ts";
import { Failure } from "../shown/failure.tsx";
import { formatMinute } from "../shown/format-clock.ts";
import { NoWorld } from "../shown/no-world.tsx";
import { useReading } from "../shown/use-reading.ts";
import { consentTones } from "./consent-detail.tsx";

/** The accounts that each TPP may read, and how many calls without the PSU are left. */
export const Consents = () => {
  const world = worldId.value;
  const { value, error } = useReading(
    () => (world === undefined ? undefined : control.get("/consents", { world })),
    [world, changes.value],
  );
  return (
    <>
      <div class="tools">
        <h1 id="people-title" class="hidden">
          Consents
        </h1>
        <PeopleTabs current="consents" />
      </div>
      <Failure error={error} />
      {world === undefined && <NoWorld />}
      {value?.consents.length === 0 && (
        <p class="empty">
          No consents yet. A PSU gives one when a TPP first reads accounts, with{" "}
          <code>GET /v1/accounts</code> or <code>POST /v1/consents</code>.
        </p>
      )}
      <div class="cards">
        {value?.consents.map((consent) => (
          <section key={consent.consentId} class="card">
            <h2>
              <a href={addressOf("consents", consent.consentId)}>{consent.tpp}</a>{" "}
              <span class={`badge ${consentTones[consent.state]}`}>{consent.state}</span>
            </h2>
            <p class="quiet">
              {consent.psu}
              {consent.onBehalfOf !== undefined && ` for ${consent.onBehalfOf}`} ·{" "}
              {consent.scope === "accounts" ? "accounts" : "only funds"} ·{" "}
              <span class="whole">granted {formatMinute(consent.grantedAt)}</span> ·{" "}
              <span class="whole">until {consent.validUntil.slice(0, 10)}</span>
            </p>
            {consent.accounts.length > 0 && (
              <table>
                <thead>
                  <tr>
                    <th scope="col">Account</th>
                    <th scope="col" class="end">
                      Balances left
                    </th>
                    <th scope="col" class="end">
                      Transactions left
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {consent.accounts.map((account) => (
                    <tr key={account.accountId}>
                      <td>
                        <a href={addressOf("accounts", account.accountId)}>{account.name}</a>{" "}
                        <code>{account.number}</code>
                      </td>
                      <td class="end">{account.balancesLeft} of 4</td>
                      <td class="end">{account.transactionsLeft} of 4</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
          </section>
        ))}
      </div>
    </>
  );
};

/** Switches between people and consents. */
export const PeopleTabs = ({ current }: { current: "people" | "consents" }) => (
  <nav class="tabs" aria-label="Kind">
    <a href="#/people" aria-current={current === "people" ? "page" : undefined}>
      People
    </a>
    <a href="#/consents" aria-current={current === "consents" ? "page" : undefined}>
      Consents
    </a>
  </nav>
);
