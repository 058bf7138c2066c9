import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { BankMenu } from "./bank-menu.tsx";
import { ClockBar } from "./clock-bar.tsx";
import { CommandPalette, openPalette } from "./command-palette.tsx";
import { FiguresPage } from "./figures-page.tsx";
import { notice } from "./live/control.ts";
import { findCurrentPage, findMenuPage } from "./live/current-page.ts";
import { addressOf, route } from "./live/route.ts";
import { changes, connection, selectWorld, worldId, worlds } from "./live/world.ts";
import { PaymentsPage } from "./payments/payments-page.tsx";
import { PeoplePage } from "./people/people-page.tsx";
import { ReadinessPage } from "./readiness-page.tsx";
import { RequestsPage } from "./requests/requests-page.tsx";
import { ScenariosPage } from "./scenarios/scenarios-page.tsx";
import { listWorlds } from "./shown/tell-worlds-apart.ts";
import { StartPage } from "./start-page.tsx";
import { TokenPage } from "./token-page.tsx";
import { TppsPage } from "./tpps-page.tsx";

/** The whole console: top bar, the page that the address names, and what floats above it. */
export const App = () => {
  if (connection.value === "refused") return <TokenPage />;
  return (
    <>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <TopBar />
      <main id="content" tabIndex={-1}>
        <CurrentPage />
      </main>
      <NoticeBar />
      <CommandPalette />
    </>
  );
};

const CurrentPage = () => {
  switch (findCurrentPage()) {
    case "payments":
    case "baskets":
      return <PaymentsPage />;
    case "people":
    case "accounts":
    case "consents":
      return <PeoplePage />;
    case "scenarios":
      return <ScenariosPage />;
    case "tpps":
      return <TppsPage />;
    case "readiness":
      return <ReadinessPage />;
    case "figures":
      return <FiguresPage />;
    case "start":
      return <StartPage />;
    case "requests":
      return <RequestsPage />;
    default:
      return <UnknownPage />;
  }
};

const UnknownPage = () => (
  <div class="empty">
    <h1>There is no page {route.value.page}</h1>
    <p>
      The address may be mistyped, or of another version of the console.{" "}
      <a href={addressOf("requests")}>Go to the requests</a>.
    </p>
  </div>
);

const TopBar = () => (
  <header class="bar">
    <a class="home" href="#/" aria-label="Varde">
      <img src="/console/mark.svg" alt="" width="24" height="24" />
      <span>Varde</span>
    </a>
    <BankMenu />
    <nav aria-label="Pages">
      <PageLink page="requests">Requests</PageLink>
      <PageLink page="payments">Payments</PageLink>
      <PageLink page="people">People</PageLink>
      <PageLink page="scenarios">Scenarios</PageLink>
      <PageLink page="tpps">TPPs</PageLink>
      <PageLink page="readiness">Readiness</PageLink>
      <PageLink page="figures">Figures</PageLink>
      <PageLink page="start">Start</PageLink>
      <a href="/docs">Reference</a>
    </nav>
    <button type="button" class="search" aria-haspopup="dialog" onClick={openPalette}>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path d="M10.5 10.5 14 14M12 7A5 5 0 1 1 2 7a5 5 0 0 1 10 0Z" />
      </svg>
      <span>Search</span> <kbd>Ctrl K</kbd>
    </button>
    <div class="world">
      <WorldChoice />
      <ClockBar />
    </div>
  </header>
);

const PageLink = ({ page, children }: { page: string; children: ComponentChildren }) => {
  const link = useRef<HTMLAnchorElement>(null);
  const isCurrent = findMenuPage() === page;
  // On a phone the menu is wider than the screen.
  useEffect(() => {
    if (isCurrent) link.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [isCurrent]);
  return (
    <a ref={link} href={addressOf(page)} aria-current={isCurrent ? "page" : undefined}>
      {children}
    </a>
  );
};

const WorldChoice = () => {
  const state = connection.value;
  const label = { connecting: "Connecting", live: "Live", away: "Stopped", refused: "" }[state];
  // The last use of each world is computed again when something has changed.
  void changes.value;
  return (
    <>
      <span class={`live ${state}`} role="status">
        <span>{label}</span>
      </span>
      <ProfilesBadge />
      {worlds.value.length > 1 && (
        <select
          aria-label="World"
          value={worldId.value}
          onChange={({ currentTarget }) => selectWorld(currentTarget.value)}
        >
          {listWorlds(Date.now()).map(({ worldId: id, words }) => (
            <option key={id} value={id}>
              {words}
            </option>
          ))}
        </select>
      )}
    </>
  );
};

/** Says that account data of the world are changed on purpose. */
const ProfilesBadge = () => {
  const profiles = worlds.value.find((world) => world.worldId === worldId.value)?.profiles ?? [];
  if (profiles.length === 0) return null;
  return (
    <span class="badge" title={`Account-data profiles: ${profiles.join(", ")}`}>
      profiles on
    </span>
  );
};

const NoticeBar = () => (
  <div class="notices" role="status">
    {notice.value !== undefined && (
      <p class={`notice ${notice.value.tone}`}>
        <span>{notice.value.text}</span>
        <button
          type="button"
          aria-label="Dismiss"
          onClick={() => {
            notice.value = undefined;
          }}
        >
          ×
        </button>
      </p>
    )}
  </div>
);
