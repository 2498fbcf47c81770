/** Of the changes in a comparison: each kind has a line of its own, so that it is seen without its color. */
export const CHANGES_STYLE = `
[data-change] { --by: var(--muted); --tone: color-mix(in srgb, var(--by), var(--ink) 25%); text-decoration-color: var(--tone);
  print-color-adjust: exact; }
ins[data-change] { background: color-mix(in srgb, var(--by) 14%, transparent); text-decoration: underline 2px var(--tone);
  text-underline-offset: 3px; text-decoration-skip-ink: none; }
ins[data-change='moved-to'] { text-decoration-style: double; }
del[data-change] { color: var(--muted); text-decoration: line-through 2px var(--tone); }
[data-change='formatted'] { border-bottom: 2px dotted var(--tone); }
[data-change][data-block] { display: block; position: relative; padding-inline-start: .7em; background: none;
  border: 0 solid var(--tone); border-inline-start-width: 4px; }
[data-by][data-block] { padding-inline-end: 2.2em; }
:is(li, td, th) > [data-block] > p { margin: 0; }
main > [data-block] { margin-inline-start: calc(-.7em - 4px); }
[data-block]:is([data-change='formatted'], [data-change='moved-to'], [data-change='moved-from']) { border-inline-start-style: dotted; }
ins[data-block] { text-decoration-thickness: 1px; }
[data-block] :is(td, th, pre, div[data-type='callout']) { text-decoration: inherit; }
[data-by]:not([data-block])::after, [data-by][data-block]::before { content: '[' attr(data-by) ']'; display: inline-block;
  font: .7em/1 system-ui, sans-serif; vertical-align: super; color: var(--ink); text-decoration: none; margin-inline: .1em; }
[data-by][data-block]::before { position: absolute; inset-inline-end: 0; top: .4em; }
section[data-type='legend'] { margin: 0 0 2.5rem; padding: .8em 1.1em; border: 1px solid var(--line); border-radius: 8px;
  font: .9375rem/1.5 system-ui, sans-serif; break-inside: avoid; }
section[data-type='legend'] h2 { margin: 0 0 .3em; font-size: 1.05rem; }
section[data-type='legend'] p { margin: 0 0 .5em; min-height: 0; }
section[data-type='legend'] :is(ul, ol) { margin: .4em 0 0; padding-inline-start: 1.4em; }
section[data-type='legend'] ul { display: flex; flex-wrap: wrap; gap: .3em 1.2em; padding: 0; list-style: none; }
@media print {
  main > [data-block] { margin-inline-start: 0; }
}
`;
