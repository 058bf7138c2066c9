import assert from "node:assert/strict";
import { assertRefused } from "@varde/testkit/responses";
import type { RawTpp } from "@varde/testkit/tpp";

/** How the bank judges bodies sent to one path, every other thing about the request being right. */
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
      const answer = await this.send(body);
      assert.equal(answer.status, 201, `${JSON.stringify(body)}: ${answer.text}`);
    }
  }

  /** 400 with the code, and the pointer of the field at fault. */
  async refuses(path: string, bodies: readonly unknown[], code = "FORMAT_ERROR"): Promise<void> {
    for (const body of bodies) {
      assertRefused(await this.send(body), { status: 400, code, path });
    }
  }
}
