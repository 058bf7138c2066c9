/** Every pair that carries text has a contrast of at least 4.5 to 1, in both schemes. */
export const colours = `
:root {
  color-scheme: light dark;
  --paper: #f3f2ee;
  --card: #ffffff;
  --ink: #16242a;
  --quiet: #506068;
  --line: #dcdfdb;
  --field: #6b7a80;
  --primary: #0f5149;
  --primary-strong: #0a3b35;
  --on-primary: #ffffff;
  --soft: #edf3f0;
  --good: #1b6a4c;
  --notice: #875600;
  --notice-soft: #fdf4e1;
  --danger: #9a2b20;
  --danger-soft: #fcefed;
  --focus: #0b5cad;
  --sandbox: #67399c;
  --sandbox-soft: #f7f2fc;
  --shadow: 0 1px 2px rgb(22 36 42 / 6%), 0 12px 32px rgb(22 36 42 / 7%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0e1517;
    --card: #162024;
    --ink: #e8eeec;
    --quiet: #a9b6b7;
    --line: #2b383d;
    --field: #84959a;
    --primary: #8fd3c1;
    --primary-strong: #b0e4d6;
    --on-primary: #06211c;
    --soft: #1c2a2e;
    --good: #86d3aa;
    --notice: #eec37d;
    --notice-soft: #2d2517;
    --danger: #ffb4a9;
    --danger-soft: #341f1d;
    --focus: #9ccaff;
    --sandbox: #d2b6f7;
    --sandbox-soft: #1e1828;
    --shadow: none;
  }
}
`;
