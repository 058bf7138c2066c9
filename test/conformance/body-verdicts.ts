import assert from "node:assert/strict";
import { assertRefused } from "@varde/testkit/responses";
import type { RawTpp } from "@varde/testkit/tpp";

/** Sends bodies to one path, in requests that are otherwise correct, and checks the responses. */
export class BodyVerdicts {
  readonly #tpp: RawTpp;
  readonly #path: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(tpp: RawTpp, path: string, headers: Readonly<Record<string, string>>) {
    this.#tpp = tpp;
    this.#path = path;
    this.#headers = headers;
  }

  send(body: unknown) {
    return this.#tpp.send({ path: this.#path, body, headers: this.#headers });
  }

  async accepts(...bodies: readonly unknown[]): Promise<void> {
    for (const body of bodies) {
      const response = await this.send(body);
      assert.equal(response.status, 201, `${JSON.stringify(body)}: ${response.text}`);
    }
  }

  /** Expects 400 with the code and a pointer to the invalid field. */
  async refuses(path: string, bodies: readonly unknown[], code = "FORMAT_ERROR"): Promise<void> {
    for (const body of bodies) {
      assertRefused(await this.send(body), { status: 400, code, path });
    }
  }
}
