import assert from "node:assert/strict";
import { bankChecks, type CaseChange, type CaseFacts, changeBody } from "@varde/conformance";
import { expectRefusal } from "@varde/testkit/responses";
import type { RawRequest, RawResponse } from "@varde/testkit/tpp";

/** New values of fields, by JSON pointer; undefined removes one. */
type Fields = Readonly<Record<string, unknown>>;

interface Options {
  /** Returns a body that the bank accepts. */
  readonly body: () => object;
  readonly send: (body: object, headers?: RawRequest["headers"]) => Promise<RawResponse>;
  /** The bank and the time of the checks that depend on them. */
  readonly facts?: () => CaseFacts;
}

interface Changed {
  readonly body: Fields;
  readonly headers: NonNullable<RawRequest["headers"]>;
}

/** Changes payments that the bank accepts, and checks the responses. */
export class PaymentVerdicts {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  send(fields: Fields, headers?: RawRequest["headers"]): Promise<RawResponse> {
    return this.#options.send(changeBody(this.#options.body(), fields), headers);
  }

  /** Expects that each change is accepted; returns the body of the last response. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the bank returned
  async accept(...changes: readonly Fields[]): Promise<any> {
    let last: unknown;
    for (const fields of changes) {
      const response = await this.send(fields);
      assert.equal(response.status, 201, `${JSON.stringify(fields)}: ${response.text}`);
      last = response.json;
    }
    return last;
  }

  /** Expects that each value of a field is refused with its pointer, or the one given. */
  async refuse(
    pointer: string,
    values: readonly unknown[],
    { path = pointer, code = "FORMAT_ERROR", beside = {} as Fields } = {},
  ): Promise<void> {
    for (const value of values) {
      const response = await this.send({ ...beside, [pointer]: value });
      const fault = expectRefusal(response, 400, code);
      assert.equal(fault.path, path, `${pointer} ${JSON.stringify(value)}: ${response.text}`);
    }
  }

  async refuseWithout(...pointers: readonly string[]): Promise<void> {
    for (const pointer of pointers) await this.refuse(pointer, [undefined, null]);
  }

  /**
   * Sends the requests of a check of `varde check-bank`. The check is content with any refusal; our
   * bank must also return the code and the place of the fault: the one given, or else the first
   * field or header in which the request differs from its control. It refuses null like nothing.
   */
  async follow(id: string, place?: string): Promise<void> {
    const check = bankChecks.find((each) => each.id === id);
    assert.ok(check?.kind === "twin", `${id} is a twin`);
    const { refused, code: usual = "FORMAT_ERROR" } = check.expect;
    for (const { change, control = {}, code = usual } of check.cases) {
      const right = this.#resolve(control);
      const wrong = this.#resolve(change);
      await this.#expectCreated(right, id);
      if (refused === undefined) {
        await this.#expectCreated(wrong, id);
        continue;
      }
      const legal: Fields = { ...right.body, ...right.headers };
      const sent: Fields = { ...wrong.body, ...wrong.headers };
      const differs = (name: string) => !(name in legal) || sent[name] !== legal[name];
      const found = Object.keys({ ...sent, ...legal }).find(differs) ?? "";
      const isRemoved = place === undefined && found in wrong.body && sent[found] === undefined;
      const faults = isRemoved ? [{}, { [found]: null }] : [{}];
      for (const more of faults) {
        const response = await this.send({ ...wrong.body, ...more }, wrong.headers);
        const { path } = expectRefusal(response, 400, code);
        assert.equal(path, place ?? found, `${id} ${JSON.stringify(more)}: ${response.text}`);
      }
    }
  }

  async #expectCreated({ body, headers }: Changed, id: string): Promise<void> {
    const response = await this.send(body, headers);
    assert.equal(response.status, 201, `${id}: ${response.text}`);
  }

  /** Returns the fields and headers of a change; a change of anything else cannot be followed. */
  #resolve(change: CaseChange): Changed {
    const { facts = () => assert.fail("the check depends on the bank") } = this.#options;
    const resolved = typeof change === "object" ? change : change(facts());
    const { body = {}, headers = {}, ...rest } = resolved;
    assert.deepEqual(rest, {}, "the check changes fields and headers only");
    const texts = Object.entries(headers).map(([name, value]): [string, string | undefined] => {
      assert.ok(typeof value !== "function", `${name} is constant`);
      return [name, value];
    });
    return { body, headers: Object.fromEntries(texts) };
  }
}
