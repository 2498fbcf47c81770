/** Reads `~` and `~~` as GitHub does, and `==` as highlight. A closing run has the length of the opening one. */
import type MarkdownIt from 'markdown-it';
import type { StateInline } from 'markdown-it';

const TAGS: ReadonlyMap<string, string> = new Map([
  ['~', 's'],
  ['~~', 's'],
  ['==', 'mark'],
]);

/** A distinct marker per sign and length, so that only equal delimiters are paired. */
const markerOf = (signs: string): number => signs.charCodeAt(0) + signs.length * 0x10000;
const TAG_OF_MARKER = new Map([...TAGS].map(([signs, tag]) => [markerOf(signs), tag]));

/** Replaces the library's rule, which accepts only two tildes. */
export function readPairedSigns(markdown: MarkdownIt): void {
  markdown.inline.ruler.at('strikethrough', readSigns);
  markdown.inline.ruler2.at('strikethrough', (state) => {
    pair(state, state.delimiters);
    for (const meta of state.tokens_meta) if (meta?.delimiters) pair(state, meta.delimiters);
    return true;
  });
}

function readSigns(state: StateInline, silent: boolean): boolean {
  const sign = state.src.charAt(state.pos);
  if (silent || (sign !== '~' && sign !== '=')) return false;
  const { length, can_open: open, can_close: close } = state.scanDelims(state.pos, true);
  const signs = sign.repeat(length);
  state.pos += length;
  if (!TAGS.has(signs)) {
    state.pending += signs;
    return true;
  }
  state.push('text', '', 0).content = signs;
  const token = state.tokens.length - 1;
  state.delimiters.push({ marker: markerOf(signs), length: 0, token, end: -1, open, close });
  return true;
}

function pair({ tokens }: StateInline, delimiters: StateInline['delimiters']): void {
  for (const { marker, token, end } of delimiters) {
    const tag = TAG_OF_MARKER.get(marker);
    const [opening, closing] = [tokens[token], tokens[delimiters[end]?.token ?? -1]];
    if (tag === undefined || !opening || !closing) continue;
    Object.assign(opening, { type: `${tag}_open`, tag, nesting: 1, content: '' });
    Object.assign(closing, { type: `${tag}_close`, tag, nesting: -1, content: '' });
  }
}
