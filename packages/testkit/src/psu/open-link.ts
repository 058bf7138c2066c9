import type { ScaStep } from "@varde/bank";
import type { TestBank } from "@varde/sandbox";

/** Opens an SCA link and binds it to a browser with this cookie, as the first form does. */
export const openLink = async (
  { scaFlow }: Pick<TestBank, "scaFlow">,
  link: string,
  cookie = "the cookie of a browser",
): Promise<ScaStep> => {
  const secret = /\/sca\/([\w-]+)/.exec(link)?.[1] ?? "";
  const { step, isBound } = await scaFlow.open(secret, cookie);
  return step.at === "identify" && !isBound ? scaFlow.bind(step, cookie) : step;
};
