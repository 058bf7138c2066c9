/** Styles of the form that sends a request, and of its result. */
export const referenceForms = `
#call { margin-top: 3rem; padding-top: 2rem; border-top: 2px solid var(--line); }
.call { display: flex; flex-direction: column; gap: 1rem; margin-top: 0.5rem; }
legend { padding: 0 0 0.375rem; font-weight: 600; }
.grid {
  display: grid; gap: 0.75rem 1rem;
  grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr));
}
.field { display: flex; flex-direction: column; gap: 0.25rem; min-width: 0; }
.field label { color: var(--quiet); font-size: 0.875rem; overflow-wrap: anywhere; }
input:not([type="checkbox"]), select { font-size: 0.9375rem; }
textarea { resize: vertical; white-space: pre; overflow: auto; font: 0.8125rem/1.6 var(--mono); }
.tick { display: inline-flex; align-items: center; gap: 0.5rem; min-height: 2.75rem; }
.tick input { width: 1.25rem; height: 1.25rem; accent-color: var(--primary); }
button:disabled { opacity: 0.6; cursor: progress; }
.buttons { display: flex; flex-wrap: wrap; gap: 0.75rem; }
.folded .grid { padding-top: 0.5rem; }

#call-result:focus { outline: none; }
#call-result:not(:empty) {
  display: flex; flex-direction: column; gap: 1.25rem; margin-top: 2rem; padding: 1.25rem;
  border: 1px solid var(--line); border-radius: 12px; background: var(--card);
}
#call-result h3 {
  display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.5rem; margin: 0 0 0.5rem;
  font-size: 1.0625rem;
}
#call-result .part { min-width: 0; }
#call-result .code { max-height: 30rem; overflow: auto; }
#call-result .next { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-bottom: 0.75rem; }
#call-result .folded { margin-top: 0; }
#call-result .code + p { margin-top: 0.375rem; font-size: 0.9375rem; }
#call-result .why {
  padding: 0.875rem 1rem; border-left: 4px solid var(--danger); border-radius: 4px 8px 8px 4px;
  background: var(--danger-soft);
}
#call-result .why p + p { margin-top: 0.375rem; }
#call-result .wrapped code { white-space: pre-wrap; overflow-wrap: anywhere; }
`;
