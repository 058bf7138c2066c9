import assert from "node:assert/strict";

/**
 * A minimal browser over fetch: it stores cookies, submits forms, and follows redirects and pages
 * that go on by themselves, within the bank.
 */
export class PageBrowser {
  #base: string;
  #cookies = new Map<string, string>();
  #address = "";
  page = "";
  status = 0;
  headers = new Headers();

  constructor(base: string) {
    this.#base = base;
  }

  async open(path: string): Promise<void> {
    await this.#send(path, {});
  }

  /** Submits the page's first form, or the one that contains this text, with these fields. */
  async submit(fields: Readonly<Record<string, string | readonly string[]>>, within = "<form") {
    const forms = this.page.split("<form").slice(1);
    const form = within === "<form" ? forms[0] : forms.find((one) => one.includes(within));
    assert(form !== undefined, `no form with ${within}`);
    const body = new URLSearchParams();
    for (const [, name, value] of form.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)) {
      body.set(name ?? "", value ?? "");
    }
    for (const [name, value] of Object.entries(fields)) {
      body.delete(name);
      for (const one of [value].flat()) body.append(name, one);
    }
    const action = /action="([^"]+)"/.exec(form)?.[1]?.replaceAll("&amp;", "&") ?? this.#address;
    await this.#send(action, { method: "POST", body });
  }

  /** Sends later requests to another server with the same cookies, as a load balancer does. */
  moveTo(base: string): void {
    this.#base = base;
  }

  /** Posts fields without a form. */
  async post(path: string, fields: Readonly<Record<string, string>>): Promise<void> {
    await this.#send(path, { method: "POST", body: new URLSearchParams(fields) });
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(name);
  }

  async #send(path: string, options: RequestInit): Promise<void> {
    const cookie = [...this.#cookies].map((pair) => pair.join("=")).join("; ");
    const response = await fetch(new URL(path, this.#base), {
      ...options,
      redirect: "manual",
      headers: cookie === "" ? {} : { cookie },
    });
    for (const set of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (set.split(";")[0] ?? "").split("=");
      this.#cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (response.status === 303 && location !== null) return this.#send(location, {});
    this.#address = path;
    this.page = await response.text();
    this.status = response.status;
    this.headers = response.headers;
    const next = /http-equiv="refresh" content="0; url=(\/[^"]+)"/.exec(this.page)?.[1];
    if (next !== undefined) await this.#send(next.replaceAll("&amp;", "&"), {});
  }
}
