import assert from "node:assert/strict";

/** Logs in at a provider like a browser without pages, and returns the address of the callback. */
export const logIn = async (
  address: string,
  fields: Readonly<Record<string, string>>,
): Promise<URL> => {
  const end = await follow(address, fields);
  assert(end instanceof URL, "the provider shows another page");
  return end;
};

/** Returns the page that a provider shows. */
export const readPage = async (address: string): Promise<string> => String(await follow(address));

/** Follows redirects to the page, or with fields to the callback. */
const follow = async (
  address: string,
  fields?: Readonly<Record<string, string>>,
): Promise<URL | string> => {
  const { origin } = new URL(address);
  const cookies = new Map<string, string>();
  let next = address;
  for (let step = 0; step < 10; step += 1) {
    const isPage = new URL(next).pathname.startsWith("/interaction/");
    const response = await fetch(next, {
      redirect: "manual",
      headers: { cookie: [...cookies].map((pair) => pair.join("=")).join("; ") },
      ...(isPage && fields ? { method: "POST", body: new URLSearchParams(fields) } : {}),
    });
    if (isPage && fields === undefined) return response.text();
    for (const set of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (set.split(";")[0] ?? "").split("=");
      cookies.set(name, value);
    }
    const location = response.headers.get("location");
    assert(location !== null, `${response.status} at ${next}: ${await response.text()}`);
    next = new URL(location, next).href;
    if (new URL(next).origin !== origin) return new URL(next);
  }
  throw new Error("the provider redirects without end");
};
