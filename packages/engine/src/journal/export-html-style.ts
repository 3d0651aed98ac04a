/** The look of an exported page: light and dark, narrow and wide, on a screen and on paper. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --ink: #1d2125; --dim: #59636e; --paper: #ffffff; --line: #d5dae0; --you: #eef4ff; --rook: #f6f7f8; --link: #0550ae; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ec; --dim: #9aa4af; --paper: #14171a; --line: #343b42; --you: #17253d; --rook: #1d2125; --link: #79b8ff; }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; max-width: 52rem; padding: 1.5rem 1rem 4rem; background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 1rem; }
h2 { font-size: 1.1rem; margin: 2.5rem 0 1rem; padding-top: 1rem; border-top: 1px solid var(--line); }
h2 a { color: inherit; text-decoration: none; }
h2 a:hover, h2 a:focus-visible { color: var(--link); text-decoration: underline; }
h2:target a { color: var(--link); }
h3 { font-size: .8rem; margin: 0 0 .4rem; color: var(--dim); }
h4 { font-size: .8rem; margin: .8rem 0 .3rem; color: var(--dim); }
time { color: var(--dim); font-size: .85rem; font-weight: normal; margin-left: .5rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: 0; font-size: .9rem; }
dt { color: var(--dim); }
dd { margin: 0; }
pre { margin: 0; font: .9rem/1.5 ui-monospace, monospace; white-space: pre-wrap; }
article { margin: 0 0 1rem; padding: .8rem 1rem; border-radius: .5rem; }
.you { background: var(--you); }
.rook { background: var(--rook); }
.note { margin: .4rem 0; font-size: .9rem; }
.note b { color: var(--dim); font-weight: 600; margin-right: .35rem; }
details { margin: .5rem 0; padding: .5rem .8rem; border: 1px solid var(--line); border-radius: .5rem; font-size: .9rem; }
summary { cursor: pointer; }
@media (max-width: 30rem) {
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: .4rem; }
}
@media print { body { max-width: none; } details { break-inside: avoid; } }
`;
