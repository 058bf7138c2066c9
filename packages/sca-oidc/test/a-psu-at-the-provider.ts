import assert from "node:assert/strict";

/** Logs in at a provider like a browser without pages, and returns the address of the callback. */
export const logIn = async (address: string, fields: Readonly<Record<string, string>>) => {
  const { origin } = new URL(address);
  const cookies = new Map<string, string>();
  let next = address;
  for (let step = 0; step < 10; step += 1) {
    const isPage = new URL(next).pathname.startsWith("/interaction/");
    const response = await fetch(next, {
      redirect: "manual",
      headers: { cookie: [...cookies].map((pair) => pair.join("=")).join("; ") },
      ...(isPage ? { method: "POST", body: new URLSearchParams(fields) } : {}),
    });
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
