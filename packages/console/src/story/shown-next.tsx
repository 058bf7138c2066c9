import type { NextButton, NextStep, Payment } from "./describe-next.ts";
import { advanceTo, decide, runBatch, signAs } from "./sign-as.ts";

interface ContinuedBy {
  readonly step: NextStep;
  readonly world: string;
  readonly scas: Payment["scas"];
}

/** Says what happens next, with the buttons for it. */
export const ShownNext = ({ step, world, scas }: ContinuedBy) => {
  const press = (button: NextButton): Promise<void> => {
    switch (button.kind) {
      case "sign":
        return signAs(world, button.signer);
      case "approve":
        return decide(world, scas, "approve");
      case "batch":
        return runBatch(world);
      case "advance":
        return advanceTo(world, button.to);
    }
  };
  return (
    <section class="onward" aria-label="What happens next">
      <p>{step.text}</p>
      {step.buttons.map((button, at) => (
        <button
          key={button.words}
          type="button"
          class={at === 0 ? "primary" : ""}
          onClick={() => press(button)}
        >
          {button.words}
        </button>
      ))}
    </section>
  );
};
