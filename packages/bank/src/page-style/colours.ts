/**
 * Colours of all pages: SCA, reference and console. Each pair of text and background has a contrast
 * of at least 4.5:1 in both schemes.
 */
export const colours = `
:root {
  color-scheme: light dark;
  --paper: #f6f6f3;
  --card: #ffffff;
  --ink: #16242a;
  --quiet: #506068;
  --line: #dfe2de;
  --field: #6b7a80;
  --primary: #0f5149;
  --primary-strong: #0a3b35;
  --on-primary: #ffffff;
  --soft: #edf3f0;
  --good: #17603f;
  --good-soft: #e3f2e9;
  --notice: #7a4d00;
  --notice-soft: #fdf4e1;
  --danger: #962a1f;
  --danger-soft: #fcefed;
  --get: #0b5394;
  --post: #17603f;
  --put: #7a4d00;
  --delete: #962a1f;
  --focus: #0b5cad;
  --code: #f2f5f3;
  --code-line: #e2e8e4;
  --code-key: #0b4f8a;
  --code-text: #17603f;
  --code-literal: #7b2f7d;
  --sandbox: #67399c;
  --sandbox-soft: #f7f2fc;
  --shadow: 0 1px 2px rgb(22 36 42 / 6%), 0 12px 32px rgb(22 36 42 / 7%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0e1517;
    --card: #141d20;
    --ink: #e8eeec;
    --quiet: #a9b6b7;
    --line: #2b383d;
    --field: #84959a;
    --primary: #8fd3c1;
    --primary-strong: #b0e4d6;
    --on-primary: #06211c;
    --soft: #1a282b;
    --good: #86d3aa;
    --good-soft: #16302a;
    --notice: #eec37d;
    --notice-soft: #2d2517;
    --danger: #ffb4a9;
    --danger-soft: #341f1d;
    --get: #9ccaff;
    --post: #86d3aa;
    --put: #eec37d;
    --delete: #ffb4a9;
    --focus: #9ccaff;
    --code: #10191b;
    --code-line: #24333a;
    --code-key: #9ccaff;
    --code-text: #a5dcbc;
    --code-literal: #e0b3e8;
    --sandbox: #d2b6f7;
    --sandbox-soft: #1e1828;
    --shadow: none;
  }
}
`;
