import { type Html, html } from "../html/html.ts";
import type { Texts } from "./nb.ts";

/**
 * Texts of the last pages, with or without a return to the TPP, and of payments that several
 * people of a company approve.
 */
export const enEndings: Pick<Texts, "continue" | "ended" | "joint"> = {
  joint: {
    missing: (count: number) =>
      count === 1
        ? "One more person must approve this payment."
        : `${count} more people must approve this payment.`,
    needed: (count: number) =>
      `Must be approved by ${count === 2 ? "two people" : `${count} people`}.`,
    first: "You are the first.",
    signed: (name: Html, day: string, time: string) => html`${name} approved on ${day} at ${time}.`,
  },

  continue: {
    outcomes: {
      approved: { title: "All done", text: "We have recorded your answer." },
      "waits-for-others": {
        title: "Approved by you, waiting for others",
        text: "The payment will be made when everybody who must has approved it.",
      },
      "nothing-chosen": {
        title: "You chose no accounts",
        text: "The service has no access to any of the accounts you were shown.",
      },
      refused: {
        title: "Nothing was approved",
        text: "You chose not to continue, and nothing has changed.",
      },
      "timed-out": {
        title: "Time ran out",
        text: "You were inactive for too long. Nothing was approved.",
      },
      blocked: {
        title: "The request is blocked",
        text: "There were too many attempts to confirm who you are. Nothing was approved.",
      },
      changed: {
        title: "This can no longer be approved",
        text: "The request has changed or is no longer waiting for you. Nothing was approved.",
      },
      "not-yours": {
        title: "You cannot approve this",
        text: "You do not have the right to use the account. Nothing was approved.",
      },
      "prepare-only": {
        title: "You cannot approve this",
        text: "You may prepare payments from the account, but not approve them. Nothing was approved.",
      },
      "over-limit": {
        title: "You cannot approve this",
        text: "The amount is more than you may approve from the account. Nothing was approved.",
      },
      "signed-already": {
        title: "You have approved this before",
        text: "The payment is waiting for others to approve it.",
      },
      "not-made": {
        title: "The payment could not be made",
        text: "It was declined, and no money has been taken.",
      },
      "no-funds": {
        title: "There is not enough money in the account",
        text: "The payment has not been made.",
      },
      failed: {
        title: "Something went wrong on our side",
        text: "We could not finish. This was not your fault.",
      },
    },
    redirecting: (who: Html) => html`You are being sent back to ${who}.`,
    link: (who: Html) => html`Go to ${who}`,
  },

  ended: {
    whatToDo: "What you can do",
    reference: "Give this code if you contact the bank",
    reasons: {
      used: {
        title: "The link has already been used",
        text: "This link works only once.",
        todo: "Go back to the app or site you came from and see the result. If you want to try again, start from there.",
      },
      expired: {
        title: "Time ran out",
        text: "Too much time passed, so we ended this to keep you safe. Nothing was approved.",
        todo: "Go back to the app or site you came from and start again from there.",
      },
      "other-browser": {
        title: "The link was opened in another browser",
        text: "To keep you safe, you have to finish in the browser where you started.",
        todo: "Go back to that window. If you cannot find it, start again from the app or site you came from.",
      },
      unknown: {
        title: "We do not know this link",
        text: "The address is incomplete, or it no longer exists. Nothing was approved.",
        todo: "Go back to the app or site you came from and start again from there.",
      },
      blocked: {
        title: "The request is blocked",
        text: "There were too many attempts to confirm who you are. Nothing was approved.",
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
        text: "Too many invalid links were opened from your network. Nothing was approved.",
        todo: "Wait a minute, then open the link again.",
      },
      "too-large": {
        title: "You chose too many at once",
        text: "The form has too many choices. Nothing has changed.",
        todo: "Go back to the page before this one, choose fewer and try again.",
      },
      unavailable: {
        title: "One moment",
        text: "Our systems are busy right now. Nothing is lost.",
        todo: "Stay on this page. It tries again by itself in a few seconds.",
      },
      suspended: {
        title: "Closed for a while",
        text: "We have paused this service. Nothing was approved here.",
        todo: "Try again later from the app or site you came from.",
      },
      fault: {
        title: "Something went wrong on our side",
        text: "This was not your fault. We do not know whether the last step was completed.",
        todo: "Wait a moment, go back to the app or site you came from, and check the result before you try again.",
      },
    },
  },
};
