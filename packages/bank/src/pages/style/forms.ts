/** Styles of fields and buttons. Targets are at least 44 px high. */
export const forms = `
.field { display: flex; flex-direction: column; gap: 0.25rem; }
.field label { font-weight: 600; }
.hint { color: var(--quiet); font-size: 0.9375rem; }
input[type="text"], select { min-height: 3.25rem; padding: 0.5rem 0.875rem; }
.field input {
  margin-top: 0.375rem; font-size: 1.25rem; letter-spacing: 0.04em;
  font-variant-numeric: tabular-nums;
}
input[aria-invalid] { border: 2px solid var(--danger); }

fieldset { display: flex; flex-direction: column; gap: 0.5rem; }
legend { padding: 0; margin-bottom: 0.5rem; }
.group { margin-top: 0.75rem; }
.choice {
  display: flex; align-items: center; gap: 0.875rem; min-height: 3.5rem; padding: 0.75rem 1rem;
  border: 1px solid var(--line); border-radius: 10px; cursor: pointer;
}
.choice:hover { border-color: var(--field); }
.choice:has(:checked) {
  border-color: var(--primary); background: var(--soft); box-shadow: inset 0 0 0 1px var(--primary);
}
.choice:has(:focus-visible) { outline: 3px solid var(--focus); outline-offset: 2px; }
.choice input {
  flex: none; width: 1.375rem; height: 1.375rem; margin: 0; accent-color: var(--primary);
}
.choice input:focus-visible { outline: none; }
.choice bdi { font-weight: 600; }
.choice > span:nth-of-type(1) { flex: 1; }
.tag { flex: none; color: var(--good); font-size: 0.875rem; font-weight: 600; }

.buttons { display: flex; flex-direction: column; gap: 0.75rem; padding-top: 0.5rem; }
.buttons > * {
  display: flex; align-items: center; justify-content: center; min-height: 3.25rem;
  padding: 0.5rem 1.5rem;
  text-align: center; text-decoration: none;
}
.buttons > button, .buttons > a { overflow-wrap: break-word; }
button.small:hover {
  border-color: var(--danger); background: var(--danger-soft); color: var(--danger);
}
button.small { flex: none; padding: 0.375rem 0.875rem; font-size: 0.9375rem; font-weight: 400; }
@media (min-width: 30rem) {
  .buttons { flex-direction: row; flex-wrap: wrap; }
  .buttons > .primary { flex: 1 1 auto; }
  .phone .buttons { flex-direction: column; }
  .phone .buttons > .primary { flex: none; }
}
`;
