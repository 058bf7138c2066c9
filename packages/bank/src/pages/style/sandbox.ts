/** Styles of the sandbox panel: dashed, striped and violet, to look different from the bank. */
export const sandbox = `
.sandbox {
  width: calc(100% - 2rem); max-width: 35rem; margin: 1.75rem auto 0;
  padding: 1.5rem 1.25rem 1.25rem;
  display: flex; flex-direction: column; gap: 0.75rem; position: relative; overflow: hidden;
  border: 2px dashed var(--sandbox); border-top: 0; border-radius: 6px;
  background: var(--sandbox-soft); font-size: 0.9375rem;
}
.sandbox::before {
  content: ""; position: absolute; inset: 0 0 auto; height: 6px;
  background: repeating-linear-gradient(-45deg, var(--sandbox) 0 6px, transparent 6px 12px);
}
.sandbox h2 { color: var(--sandbox); font-size: 1rem; }
.sandbox h3 { margin-top: 0.25rem; font-size: 0.9375rem; }
.sandbox h3 + .quiet { margin-top: -0.75rem; }
.sandbox form { display: flex; flex-direction: column; gap: 0.75rem; }
.sandbox button, .sandbox select {
  border-color: var(--sandbox); border-radius: 6px; background: var(--card); font-weight: 400;
}
.sandbox button:hover {
  background: var(--sandbox-soft); box-shadow: inset 0 0 0 1px var(--sandbox);
}
.customers { display: flex; flex-direction: column; gap: 0.375rem; }
.customers button {
  display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; width: 100%;
  text-align: left; align-items: center;
}
.customers bdi { font-weight: 600; }
.payer { display: block; color: var(--sandbox); font-size: 0.875rem; }
.outcomes { display: flex; flex-wrap: wrap; gap: 0.5rem; }
.failing { display: grid; gap: 0.375rem 0.5rem; }
.failing label { font-weight: 600; }
.failing select { min-height: 2.75rem; }
.parts { display: grid; gap: 0.625rem; }
.parts li { display: grid; grid-template-columns: 1.75rem minmax(0, 1fr); }
.parts .mark {
  width: 1rem; height: 1rem; margin-top: 0.3125rem; fill: none; stroke: currentColor;
  stroke-width: 2.25; stroke-linecap: round; stroke-linejoin: round;
}
.parts .right .mark { color: var(--good); }
.parts .wrong .mark, .parts .wrong strong { color: var(--danger); }
.parts :is(.tolerated, .unchecked) .mark { color: var(--notice); }
.changes { display: grid; gap: 0.375rem; padding-left: 1.125rem; list-style: disc; }
.string { margin: 0; }
.string figcaption { color: var(--quiet); font-size: 0.9375rem; }
.string pre {
  padding: 0.75rem 1rem; border: 1px solid var(--code-line); border-radius: 8px;
  background: var(--code); font: 0.8125rem/1.6 var(--mono); white-space: pre-wrap;
}
.string mark {
  padding: 0 0.125rem; border-radius: 3px; background: var(--danger-soft); color: var(--danger);
  font-weight: 700; box-shadow: 0 0 0 1px var(--danger);
}
@media (min-width: 30rem) {
  .failing { grid-template-columns: 1fr auto; }
  .failing label { grid-column: 1 / -1; }
}
`;
