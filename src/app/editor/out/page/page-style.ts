/** Of a page that stands alone: on a screen, light or dark, and on paper. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#1c1c1a, #ececea); --paper: light-dark(#fcfcfa, #18181b);
  --muted: light-dark(#5f5f5a, #a3a3a0); --line: light-dark(#d5d5ce, #44444b); --soft: light-dark(#f1f1ec, #2b2b30); }
body { margin: 0 auto; max-width: 47rem; padding: 3rem 1.25rem; color: var(--ink); background: var(--paper);
  font: 1.0625rem/1.6 Georgia, 'Times New Roman', serif; overflow-wrap: break-word; }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; margin: 1.6em 0 .5em; }
header h1 { font-size: 2.1rem; margin: 0 0 1.2em; }
main :is(p, h1, h2, h3, h4, h5, h6, summary) { white-space: break-spaces; }
p { margin: 0 0 .8em; min-height: 1.6em; }
li > p, td > p, th > p, aside p { margin: 0; }
a { color: inherit; text-underline-offset: 3px; }
blockquote { margin: 1em 0; padding-inline-start: 1em; border-inline-start: 3px solid var(--line); }
pre { padding: .8em 1em; overflow-x: auto; background: var(--soft); border-radius: 8px; line-height: 1.45; }
code { font: .875em/1.45 ui-monospace, Consolas, monospace; }
:not(pre) > code { padding: .1em .3em; background: var(--soft); border-radius: 4px; }
hr { border: 0; border-top: 1px solid var(--line); margin: 2em 0; }
img { display: block; max-width: 100%; height: auto; margin: 1em 0; }
.wide { overflow-x: auto; margin: 1em 0; }
table { border-collapse: collapse; }
th, td { border: 1px solid var(--line); padding: .35em .6em; vertical-align: top; text-align: start; min-width: 3em; }
th { background: var(--soft); }
ol ol:not([type]) { list-style: lower-alpha; }
ul[data-type='taskList'] { list-style: none; padding-inline-start: .25em; }
li[data-type='taskItem'] { display: flex; gap: .6em; align-items: baseline; }
li[data-type='taskItem'] > div { flex: 1; min-width: 0; }
details { margin: 1em 0; }
summary { font-weight: 600; cursor: pointer; }
div[data-type='detailsContent'] { padding-inline-start: 1.1em; }
div[data-type='callout'] { --tone: #2563eb; margin: 1em 0; padding: .7em 1em; border-radius: 8px;
  border-inline-start: 4px solid var(--tone); background: color-mix(in srgb, var(--tone) 9%, transparent); }
div[data-type='callout'] > :last-child { margin-bottom: 0; }
div[data-kind='success'] { --tone: #16803c; }
div[data-kind='warning'] { --tone: #b7791f; }
div[data-kind='danger'] { --tone: #c0362c; }
div[data-type='blockMath'] { margin: 1em 0; overflow-x: auto; text-align: center; }
mark { color: inherit; background: light-dark(#f3e9b5, #4c4520); }
mark[data-color='orange'] { background: light-dark(#fbdcc0, #56391f); }
mark[data-color='red'] { background: light-dark(#f9d5d2, #592f30); }
mark[data-color='purple'] { background: light-dark(#e5d9f5, #443560); }
mark[data-color='blue'] { background: light-dark(#d2e4f7, #27425c); }
mark[data-color='green'] { background: light-dark(#d3ecd2, #2a4a2f); }
span[data-comments] { border-bottom: 2px solid light-dark(#d9a514, #b98d1e); }
[data-comments]:not(span) { outline: 2px solid light-dark(#d9a514, #b98d1e); }
a[data-comment]::after { content: '[' attr(data-comment) ']'; font: .7em/1 system-ui, sans-serif; vertical-align: super; }
p[data-missing] { color: var(--muted); }
section[data-type='comments'] { margin-top: 4rem; border-top: 1px solid var(--line); font: .9375rem/1.5 system-ui, sans-serif; }
aside { margin: 0 0 1.2em; padding: .7em 1em; border: 1px solid var(--line); border-radius: 8px; break-inside: avoid; }
aside > div { margin-top: .6em; }
aside time { color: var(--muted); }
@media print {
  :root { color-scheme: light; }
  body { max-width: none; padding: 0; font-size: 11pt; }
  pre, .wide, div[data-type='blockMath'] { overflow: visible; white-space: pre-wrap; }
  tr, img { break-inside: avoid; }
  h1, h2, h3, h4, h5, h6 { break-after: avoid; }
  main a[href^='http']::after { content: ' (' attr(href) ')'; font-size: .8em; color: var(--muted); }
  mark, div[data-type='callout'], th, input { print-color-adjust: exact; }
}
@page { margin: 20mm 18mm; }
`;
