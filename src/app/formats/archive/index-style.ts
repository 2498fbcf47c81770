/** The look of `index.html`. A document is shown when the address names it, which needs no script. */
export const INDEX_STYLE = `
:root { color-scheme: light dark; --ink: #1d1b18; --muted: #6b665e; --paper: #fbfaf7; --line: #e0dcd3; --accent: #8a3b12; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eae6de; --muted: #a39d92; --paper: #1b1a18; --line: #3a3732; --accent: #f0a477; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 80rem; padding: 1.5rem; color: var(--ink); background: var(--paper);
  font: 1rem/1.5 system-ui, sans-serif; display: grid; grid-template-columns: minmax(12rem, 18rem) minmax(0, 1fr); gap: 1.5rem 2.5rem; }
header { grid-column: 1 / -1; border-bottom: 1px solid var(--line); padding-bottom: 1rem; }
h1 { margin: 0; font-size: 1.6rem; line-height: 1.2; }
h2 { margin: 0; font-size: 1.4rem; line-height: 1.25; overflow-wrap: anywhere; }
header p, .facts, .files { margin: 0.3rem 0 0; color: var(--muted); font-size: 0.9rem; }
a { color: var(--accent); }
.files a { margin-inline-end: 0.6rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: block; padding: 0.4rem 0; color: inherit; text-decoration: none; overflow-wrap: anywhere; }
nav li a:hover { text-decoration: underline; }
nav input { width: 100%; margin-bottom: 0.75rem; padding: 0.5rem 0.65rem; font: inherit; color: inherit;
  background: transparent; border: 1px solid var(--muted); border-radius: 0.4rem; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
article { display: none; }
article:target { display: block; }
.choose { color: var(--muted); margin: 0; }
main:has(article:target) .choose { display: none; }
.missing { color: var(--accent); }
iframe { width: 100%; height: 75vh; margin: 1rem 0; border: 1px solid var(--line); border-radius: 0.4rem; background: Canvas; }
details { border-top: 1px solid var(--line); padding: 0.75rem 0; }
summary { cursor: pointer; font-weight: 600; }
li { margin: 0.5rem 0; overflow-wrap: anywhere; }
nav li { margin: 0; }
blockquote { margin: 0; padding-inline-start: 0.75rem; border-inline-start: 3px solid var(--line); color: var(--muted); }
details p { margin: 0.25rem 0; }
.said { white-space: pre-wrap; }
@media (max-width: 46rem) { body { display: block; padding: 1rem; } header, nav { margin-bottom: 1.5rem; } }
@media print { nav, iframe, .choose { display: none; } article { display: block; } }
`;
