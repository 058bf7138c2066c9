import { html } from "./html.ts";

/** Decorative; the text beside it says the same. */
export const checkIcon = html`<svg class="icon good"
 viewBox="0 0 48 48" aria-hidden="true" focusable="false"
><circle cx="24" cy="24" r="22"/><path d="M14.5 24.5l6.5 6.5 12.5-13.5"/></svg>`;

export const noticeIcon = html`<svg class="icon notice"
 viewBox="0 0 48 48" aria-hidden="true" focusable="false"
><circle cx="24" cy="24" r="22"/><path d="M24 13.5v13M24 33.5v.6"/></svg>`;
