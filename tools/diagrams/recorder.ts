import assert from "node:assert/strict";
import type { TestBank } from "@varde/sandbox";
import { createTppClient, type TppClient } from "@varde/tpp";

/** A message between two participants of a recorded run. */
export interface Message {
  readonly from: string;
  readonly to: string;
  /** The main line: method and path, status, or what a person does. */
  readonly text: string;
  /** Further facts, below it. */
  readonly detail?: string;
  readonly kind: "call" | "reply" | "step";
}

/** Acts of a PSU at the bank, by the page on which they happen. */
const acts: Readonly<Record<string, string>> = {
  identify: "identifies",
  context: "chooses private or company",
  approve: "approves",
};

interface Exchange {
  readonly exchangeId: string;
  readonly request: {
    readonly method: string;
    readonly target: string;
    readonly headers: Readonly<Record<string, string>>;
  };
  readonly response: { readonly status: number; readonly body?: string };
}

/** The person who approves, and their name in the picture. */
export interface Approval {
  readonly customerNumber: string;
  readonly participant?: string;
  readonly context?: "CORPORATE";
}

/** Headers that are worth a line in a picture. */
const telling = { "psu-context": "PSU-Context", "psu-id": "PSU-ID" } as const;

/** Runs a script as a TPP with a bank, and records what is sent and what the PSU does. */
export class Recorder {
  readonly messages: Message[] = [];
  readonly client: TppClient;
  readonly #bank: TestBank;
  readonly #pages: string[] = [];
  #lastId = 0;

  constructor(bank: TestBank) {
    this.#bank = bank;
    const { http } = bank.addresses;
    const { certificatePem: certificate, privateKeyPem: key } = bank.tpp;
    this.client = createTppClient({ bank: { baseUrl: http }, identity: { certificate, key } });
    const { scaFlow } = bank;
    const perform = scaFlow.perform.bind(scaFlow);
    scaFlow.perform = (step, action) => {
      this.#pages.push(step.at);
      return perform(step, action);
    };
  }

  newPsu(options: { readonly context?: "PRIVATE" } = {}) {
    const redirectUri = "https://tpp.example/callback";
    return this.client.psu({ redirectUri, ipAddress: "192.0.2.7", ...options });
  }

  /** Records the requests since the last call, with what their responses say. */
  async readRequests(): Promise<void> {
    const response = await fetch(`${this.#bank.addresses.http}/control/v1/requests`);
    const { requests } = (await response.json()) as { requests: readonly Exchange[] };
    for (const { exchangeId, request, response: received } of requests.toReversed()) {
      if (Number(exchangeId) <= this.#lastId) continue;
      this.#lastId = Number(exchangeId);
      this.#addCall(request);
      this.#addReply(received);
    }
  }

  #addCall({ method, target, headers }: Exchange["request"]): void {
    const path = target
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "{id}")
      .replace(/\/norwegian-[\w-]+/, "/{product}")
      .replace(/\?.*$/, "");
    const detail = Object.entries(telling)
      .filter(([name]) => headers[name] !== undefined)
      .map(([name, title]) => (name === "psu-id" ? title : `${title}: ${headers[name]}`));
    this.#add("TPP", "Bank", "call", `${method} ${path}`, detail.join(", "));
  }

  #addReply({ status, body = "{}" }: Exchange["response"]): void {
    const { transactionStatus, psuMessage, _links = {}, ...fields } = JSON.parse(body);
    const named = ["accounts", "transactions", "balances"].filter((name) => name in fields);
    const detail = [
      transactionStatus,
      ...named,
      ...["scaRedirect", "startAuthorisation"].filter((name) => name in _links).slice(0, 1),
      ...(psuMessage === undefined ? [] : ["psuMessage"]),
    ].filter(Boolean);
    this.#add("Bank", "TPP", "reply", [status, ...detail].join(", "));
  }

  /** Sends the PSU to the bank and back, and records both ways and what they do there. */
  async approve(
    scaRedirect: string | undefined,
    { customerNumber, participant: name = "PSU", context }: Approval,
  ): Promise<URL> {
    assert(scaRedirect !== undefined, "the bank started an SCA");
    await this.readRequests();
    this.#pages.length = 0;
    const choices = context === undefined ? {} : { context };
    const back = await this.#bank.sca.approve(scaRedirect, customerNumber, choices);
    this.#add("TPP", name, "step", "redirect to scaRedirect");
    const done = this.#pages.map((page) => acts[page] ?? page);
    this.#add(name, "Bank", "step", done.join(", "));
    const parameters = [...back.searchParams.keys()].filter((each) => each !== "context");
    this.#add("Bank", name, "reply", "redirect to TPP-Redirect-URI");
    this.#add(name, "TPP", "step", `returns with ${parameters.join(", ")}`);
    return back;
  }

  #add(from: string, to: string, kind: Message["kind"], text: string, detail = ""): void {
    this.messages.push({ from, to, kind, text, ...(detail !== "" && { detail }) });
  }
}
