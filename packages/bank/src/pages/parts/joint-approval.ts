import { osloDay, osloTime } from "../../calendar/oslo.ts";
import type { Locale } from "../../ports/locale.ts";
import { type Html, html } from "../html/html.ts";
import { textsByLocale } from "../texts/texts.ts";
import { formatDay } from "./format-day.ts";
import type { JointView } from "./payment-view.ts";
import { foreignName } from "./requester.ts";

/** Says on a line of its own how many people must approve, and who has. */
export function jointApproval(joint: JointView | undefined, locale: Locale): Html | undefined {
  if (joint === undefined) return undefined;
  const texts = textsByLocale[locale];
  const { needed, first, signed } = texts.joint;
  const approved = joint.signed.map(
    ({ name, at }) =>
      html` ${signed(foreignName(name), formatDay(osloDay(at), texts), osloTime(at))}`,
  );
  const others = approved.length > 0 ? approved : ` ${first}`;
  return html`
<p class="joint">${needed(joint.needed)}${others}</p>`;
}
