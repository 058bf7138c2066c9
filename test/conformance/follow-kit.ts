import assert from "node:assert/strict";
import { bankChecks, changeBody } from "@varde/conformance";
import { expectRefusal } from "@varde/testkit/responses";
import type { RawResponse } from "@varde/testkit/tpp";

/**
 * Returns a function that sends the bodies of a check of `varde check-bank` to our own bank. The
 * check accepts any refusal; our bank must also name the code and the field, and refuses null where
 * a field is missing.
 */
export const followKit =
  (body: () => object, send: (body: unknown) => Promise<RawResponse>) =>
  async (id: string): Promise<void> => {
    const check = bankChecks.find((each) => each.id === id);
    assert.ok(check?.kind === "twin", `${id} is a twin`);
    for (const { change, control = {}, code = "FORMAT_ERROR" } of check.cases) {
      assert.ok(typeof change === "object" && typeof control === "object", `${id} is constant`);
      const accepted = await send(changeBody(body(), control.body ?? {}));
      assert.equal(accepted.status, 201, `${id}: ${accepted.text}`);
      const fields = change.body ?? {};
      const [[pointer, value] = ["", undefined]] = Object.entries(fields);
      const faults = value === undefined ? [fields, { [pointer]: null }] : [fields];
      for (const fault of faults) {
        const response = await send(changeBody(body(), fault));
        const { path } = expectRefusal(response, 400, code);
        assert.equal(path, pointer, `${id} ${JSON.stringify(fault)}: ${response.text}`);
      }
    }
  };
