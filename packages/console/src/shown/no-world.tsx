/** Shown in place of what a world has, before the first TPP has opened one. */
export const NoWorld = () => (
  <p class="empty">
    No world yet. <a href="#/start">Make a first payment</a> to open one.
  </p>
);
