import { rows } from "./exchanges.ts";
import { route } from "./route.ts";
import { connection, worlds } from "./world.ts";

/** Pages that the menu shows under another one. */
const menuPages: Readonly<Record<string, string>> = {
  baskets: "payments",
  accounts: "people",
  consents: "people",
};

/** Returns the page to show. A first visit starts with the guide: there is nothing else yet. */
export const findCurrentPage = (): string => {
  const { page } = route.value;
  if (page !== "") return page;
  if (connection.value === "connecting") return "requests";
  return worlds.value.length === 0 && rows.value.length === 0 ? "start" : "requests";
};

/** Returns the entry of the menu that the current page belongs to. */
export const findMenuPage = (): string => menuPages[findCurrentPage()] ?? findCurrentPage();
