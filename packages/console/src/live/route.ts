import { computed, signal } from "@preact/signals";

/** The part of the console that the address bar names, such as `#/payments/0198c0de`. */
export interface Route {
  readonly page: string;
  readonly id: string | undefined;
  readonly query: URLSearchParams;
}

/** Reads the part of the address that follows the path, with its `#`. */
export const parseRoute = (hash: string): Route => {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [page = "", id] = path.split("/");
  return { page, id: id && decode(id), query: new URLSearchParams(query) };
};

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

export const route = signal(parseRoute(location.hash));

addEventListener("hashchange", () => {
  route.value = parseRoute(location.hash);
});

/** The filter of the list, which the address contains, so that it can be shared. */
export const filterText = computed(() => route.value.query.get("q") ?? "");

/** Returns the address of a page, with the opened thing and the filter of its list, if any. */
export const addressOf = (page: string, id?: string, filter = ""): string => {
  const path = id === undefined ? `#/${page}` : `#/${page}/${encodeURIComponent(id)}`;
  return filter === "" ? path : `${path}?q=${encodeURIComponent(filter)}`;
};

export const goTo = (address: string): void => {
  location.hash = address;
};

/** Changes the filter of the page's list without an entry in the browser's history. */
export const setFilterText = (page: string, text: string): void => {
  const address = addressOf(page, route.value.id, text);
  history.replaceState(null, "", address);
  route.value = parseRoute(address);
};
