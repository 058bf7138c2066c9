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
