import type { Scenario } from "@varde/protocol";
import { attempt, control } from "../live/control.ts";
import { refreshSoon } from "../live/world.ts";
import { isKeyOf } from "../shown/is-key-of.ts";
import { SmallForm } from "../shown/small-form.tsx";

type Effect = Scenario["effect"];

const effects = {
  unavailable: { words: "Request: 503", effect: { unavailable: true } },
  drop: { words: "Request: no response, not done", effect: { drop: true } },
  dropAfter: { words: "Request: no response, but done", effect: { dropAfter: true } },
  slow: { words: "Request: 5 seconds late", effect: { delayMs: 5_000 } },
  code: { words: "Request: refused with the code below", effect: {} },
  scaRefused: { words: "Approval: the PSU refuses", effect: { sca: "refused" } },
  scaTimedOut: { words: "Approval: times out", effect: { sca: "timed-out" } },
  scaBlocked: { words: "Approval: the PSU is blocked", effect: { sca: "blocked" } },
  scaFailed: { words: "Approval: fails", effect: { sca: "failed" } },
  hold: { words: "Payment: held as PDNG", effect: { payment: "hold" } },
  noFunds: { words: "Payment: no funds", effect: { payment: "no-funds" } },
  refused: { words: "Payment: refused by the core bank", effect: { payment: "refused" } },
  rejected: { words: "Payment: rejected in clearing", effect: { payment: "rejected" } },
  delayed: { words: "Payment: a day late", effect: { payment: "delayed", delayHours: 24 } },
  returned: { words: "Payment: returned", effect: { payment: "returned" } },
} as const satisfies Record<string, { words: string; effect: Effect }>;

/** A form that arms a scenario. */
export const ArmScenario = ({ world }: { world: string }) => (
  <SmallForm
    title="Arm a scenario"
    button="Arm"
    fields={[
      {
        name: "effect",
        label: "Effect",
        choices: Object.entries(effects).map(([name, { words }]) => [name, words]),
      },
      { name: "code", label: "Error code", placeholder: "FORBIDDEN", isOptional: true },
      { name: "operation", label: "Operation", placeholder: "createPayment", isOptional: true },
      { name: "amount", label: "Amount", placeholder: "100.00", isOptional: true },
      { name: "account", label: "Account", isOptional: true },
      {
        name: "times",
        label: "How often",
        choices: [
          ["1", "Once"],
          ["3", "Three times"],
          ["0", "Always"],
        ],
      },
    ]}
    onSend={async ({ effect: name = "", code, times, ...match }) => {
      if (!isKeyOf(effects, name)) return false;
      const chosen = effects[name].effect;
      // The sandbox refuses names that it does not know.
      const body = {
        match,
        times: Number(times),
        effect: { ...chosen, ...(name === "code" && { code }) },
      } as Scenario;
      const armed = await attempt(() => control.post("/scenarios", { world, body }), "Armed.");
      refreshSoon();
      return armed !== undefined;
    }}
  />
);
