import { type Html, html } from "../html/html.ts";
import type { Texts } from "./texts.ts";

/** How it ends, on the way back to the TPP or without one. */
export const enEndings: Pick<Texts, "continue" | "ended"> = {
  continue: {
    outcomes: {
      approved: { title: "All done", text: "We have recorded your answer." },
      "nothing-chosen": {
        title: "You chose no accounts",
        text: "The service has no access to any of the accounts you were shown.",
      },
      refused: {
        title: "Nothing was approved",
        text: "You chose not to go on, and nothing has changed.",
      },
      "timed-out": {
        title: "Time ran out",
        text: "Too much time passed without anything happening. Nothing is approved.",
      },
      blocked: {
        title: "The request is blocked",
        text: "There were too many attempts to confirm who you are. Nothing is approved.",
      },
      changed: {
        title: "This can no longer be approved",
        text: "What you were shown has changed or no longer waits for you. Nothing is approved.",
      },
      "not-yours": {
        title: "You cannot approve this",
        text: "You do not have the right to use the account. Nothing is approved.",
      },
      "not-made": {
        title: "The payment could not be made",
        text: "It was turned down, and no money has been taken.",
      },
      "no-funds": {
        title: "There is not enough money in the account",
        text: "The payment has not been made.",
      },
      failed: {
        title: "Something went wrong on our side",
        text: "We could not finish. It is not your fault.",
      },
    },
    goingOn: (who: Html) => html`You are being sent back to ${who}.`,
    link: (who: Html) => html`Go to ${who}`,
  },

  ended: {
    whatToDo: "What you can do",
    reference: "Give this code if you contact the bank",
    reasons: {
      used: {
        title: "The link has already been used",
        text: "A link like this works only once, and this one has been dealt with.",
        todo: "Go back to the app or site you came from and see how it went. If you want to try again, start from there.",
      },
      expired: {
        title: "Time ran out",
        text: "Too much time passed, so we ended this to keep you safe. Nothing is approved.",
        todo: "Go back to the app or site you came from and start again from there.",
      },
      "other-browser": {
        title: "The link was opened in another browser",
        text: "To keep you safe, you have to finish in the browser where the link was first opened.",
        todo: "Go back to that window. If you cannot find it, start again from the app or site you came from.",
      },
      unknown: {
        title: "We do not know this link",
        text: "The address is incomplete, or it no longer exists. Nothing is approved.",
        todo: "Go back to the app or site you came from and start again from there.",
      },
      blocked: {
        title: "The request is blocked",
        text: "There were too many attempts to confirm who you are. Nothing is approved.",
        todo: "Find the right customer number and start again from the app or site you came from. If it was not you who tried, contact the bank.",
      },
      "untrusted-address": {
        title: "We cannot send you back",
        text: "The service you came from gave a return address that we do not trust, so we stop here.",
        todo: "Close this window and contact the service you came from. Do not give it details about your bank until it has answered.",
      },
      "stale-form": {
        title: "The page was no longer valid",
        text: "You may have used the back button or had the page open in two windows. What you last sent does not count.",
        todo: "Use the newest window, or start again from the app or site you came from.",
      },
      "too-many": {
        title: "Too many attempts",
        text: "Too many links that lead nowhere were tried from your network. Nothing is approved.",
        todo: "Wait a minute, then open the link again.",
      },
      "too-large": {
        title: "You chose too many at once",
        text: "We cannot take so many choices in one form. Nothing has changed.",
        todo: "Go back to the page before this one, choose fewer and try again.",
      },
      fault: {
        title: "Something went wrong on our side",
        text: "It is not your fault. We cannot say for certain whether the last step was completed.",
        todo: "Wait a little, go back to the app or site you came from, and see how it went before you try again.",
      },
    },
  },
};
