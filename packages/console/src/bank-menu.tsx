import { useEffect, useRef } from "preact/hooks";
import { token } from "./live/control.ts";
import { findMenuPage } from "./live/current-page.ts";
import { addressOf } from "./live/route.ts";
import { banks, type ListedBank } from "./live/world.ts";

/** The banks of a sandbox that has several: the name of this one, and links to the others. */
export const BankMenu = () => {
  const menu = useRef<HTMLDetailsElement>(null);
  const own = banks.value.find(({ isThis }) => isThis);
  const isShown = own !== undefined && banks.value.length > 1;
  useEffect(() => {
    if (isShown) document.title = `${own.name} – Varde console`;
  }, [isShown, own]);
  if (!isShown) return null;
  const close = () => menu.current?.removeAttribute("open");
  return (
    <details
      ref={menu}
      class="banks"
      onFocusOut={({ relatedTarget }) => {
        if (!menu.current?.contains(relatedTarget as Node | null)) close();
      }}
      onKeyDown={({ key }) => {
        if (key !== "Escape") return;
        close();
        menu.current?.querySelector("summary")?.focus();
      }}
    >
      <summary>
        <span class="hidden">Bank: </span>
        <BankName bank={own} />
      </summary>
      <ul aria-label="Banks of this sandbox">
        {banks.value.map((bank) => (
          <li key={bank.bankNumber}>
            <a href={consoleAddress(bank)} aria-current={bank.isThis ? "true" : undefined}>
              <BankName bank={bank} />
              <span class="quiet">{bank.bankNumber}</span>
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
};

const BankName = ({ bank: { name, colour } }: { bank: ListedBank }) => (
  <>
    <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
      <circle cx="6" cy="6" r="5" fill={colour} />
    </svg>
    <span class="cut">{name}</span>
  </>
);

/**
 * Returns the address of the same page at another bank, under the host name of this page, because
 * the bank knows only the name that it listens on. The token opens the other console too.
 */
const consoleAddress = ({ address, isThis }: ListedBank): string => {
  const page = addressOf(findMenuPage());
  if (isThis) return page;
  const url = new URL(address);
  url.hostname = location.hostname;
  url.hash = token === undefined ? page : `control-token=${token}`;
  return url.href;
};
