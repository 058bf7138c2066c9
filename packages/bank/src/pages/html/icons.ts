import { html } from "./html.ts";

/** Decorative; the text beside it says the same. */
export const checkIcon = html`<svg class="icon good"
 viewBox="0 0 48 48" aria-hidden="true" focusable="false"
><circle cx="24" cy="24" r="22"/><path d="M14.5 24.5l6.5 6.5 12.5-13.5"/></svg>`;

export const noticeIcon = html`<svg class="icon notice"
 viewBox="0 0 48 48" aria-hidden="true" focusable="false"
><circle cx="24" cy="24" r="22"/><path d="M24 13.5v13M24 33.5v.6"/></svg>`;

/** A cairn, in greens that are visible on light and dark backgrounds. */
export const mark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
<path fill="#2f7a6d" d="M9 51.5c0-4.6 6.2-7.4 13-8 7.6-.7 17-.6 24 .3 5.6.7 9.5 3.2 9.5 7.2 0
4.7-5 7-12 7.4-8 .5-15.5.5-23 0C13.5 58 9 56 9 51.5z"/>
<path fill="#3f9182" d="M15.5 36.8c.3-4 5.5-5.9 11-6.3 6.5-.5 13-.6 18 .5 4.3 1 6.5 3.3 6 6-.6
3.3-4.5 4.6-9.5 5-6 .5-12 .6-17.5.2-4.8-.3-8.3-2-8-5.4z"/>
<path fill="#57a797" d="M21 25c.2-3.6 4.4-5.6 9-6 4.3-.4 8.8-.2 12 1 2.9 1.1 4.2 3 3.7 5-.6
2.6-3.6 3.6-7.7 4-3.6.3-7.5.4-11 0-3.6-.4-6.2-1.7-6-4z"/>
<path fill="#77bcae" d="M27.5 13.2c0-3.5 2.6-7 6-7.2 3-.2 5.8 3 6 6.6.2 3.1-2.7 4.7-6
4.8-3.5.1-6-1.5-6-4.2z"/>
</svg>
`;
