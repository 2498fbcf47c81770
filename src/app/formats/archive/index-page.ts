/** `index.html` of an archive: opens from disk, without a server and without anything from elsewhere. */
import { escapeHtml } from '#contract/text/escape-html.ts';
import { bodyText } from '#contract/comments/body-text.ts';
import {
  ARCHIVED,
  type ArchivedComments,
  type ArchivedDocument,
  type ArchivedHistory,
} from '#contract/formats/archive.ts';
import type { Language } from '#contract/languages.ts';
import { encodeBase64 } from '#contract/proof/base64.ts';
import { authorOf } from './leaving-threads.ts';
import { INDEX_STYLE } from './index-style.ts';

/** Sentences of the page, in the language of its person. */
export interface IndexTexts {
  readonly title: string;
  readonly madeAt: string;
  readonly count: string;
  readonly search: string;
  readonly noneFound: string;
  readonly choose: string;
  readonly untitled: string;
  readonly text: string;
  readonly files: string;
  readonly versions: string;
  readonly comments: string;
  readonly resolved: string;
  readonly deletedComment: string;
  readonly formerMember: string;
  readonly unnamedVersion: string;
  readonly owner: (name: string) => string;
  readonly changed: (at: Date) => string;
  readonly time: (at: Date) => string;
  readonly missing: (name: string) => string;
}

export interface ListedInIndex {
  readonly entry: ArchivedDocument;
  /** Names in its folder. */
  readonly files: readonly string[];
  readonly history: ArchivedHistory | null;
  readonly comments: ArchivedComments | null;
}

interface PageOptions {
  readonly language: Language;
  readonly texts: IndexTexts;
  readonly now: Date;
}

/** Hides the titles in which the searched text is not. Without scripts the list is whole. */
const SCRIPT = `
const field = document.querySelector('#search');
const none = document.querySelector('#none');
const fold = (text) => text.normalize('NFD').replace(/\\p{M}/gu, '').toLowerCase();
field.hidden = false;
field.addEventListener('input', () => {
  const wanted = fold(field.value.trim());
  let found = 0;
  for (const item of document.querySelectorAll('nav li')) {
    item.hidden = !fold(item.textContent).includes(wanted);
    if (!item.hidden) found += 1;
  }
  none.hidden = found > 0;
});
`;

const encoder = new TextEncoder();

export async function writeIndexPage(
  documents: readonly ListedInIndex[],
  { language, texts }: PageOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const digest = await crypto.subtle.digest('SHA-256', encoder.encode(SCRIPT));
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${encodeBase64(new Uint8Array(digest))}'`,
    "style-src 'unsafe-inline'",
    "img-src 'self' file: data:",
    "frame-src 'self' file:",
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ');
  const sorted = documents.toSorted((a, b) => a.entry.title.localeCompare(b.entry.title, language));
  return encoder.encode(`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(texts.title)}</title>
<style>${INDEX_STYLE}</style>
</head>
<body>
<header>
<h1>${escapeHtml(texts.title)}</h1>
<p>${escapeHtml(texts.madeAt)}</p>
<p>${escapeHtml(texts.count)}</p>
</header>
<nav aria-label="${escapeHtml(texts.title)}">
<input id="search" type="search" hidden placeholder="${escapeHtml(texts.search)}" aria-label="${escapeHtml(texts.search)}">
<p id="none" role="status" hidden>${escapeHtml(texts.noneFound)}</p>
<ul>
${sorted.map(({ entry }) => writeItem(entry, texts)).join('\n')}
</ul>
</nav>
<main>
<p class="choose">${escapeHtml(texts.choose)}</p>
${sorted.map((document) => writeDocument(document, texts)).join('\n')}
</main>
<script>${SCRIPT}</script>
</body>
</html>
`);
}

const titleOf = ({ title }: ArchivedDocument, { untitled }: IndexTexts): string => title || untitled;

const writeItem = (entry: ArchivedDocument, texts: IndexTexts): string =>
  `<li><a href="#d-${entry.id}"><bdi>${escapeHtml(titleOf(entry, texts))}</bdi></a></li>`;

/** In this order. */
const FILES = [
  ARCHIVED.html,
  ARCHIVED.docx,
  ARCHIVED.markdown,
  ARCHIVED.comments,
  ARCHIVED.history,
  ARCHIVED.state,
] as const;

function writeDocument(document: ListedInIndex, texts: IndexTexts): string {
  const { entry, files } = document;
  const title = escapeHtml(titleOf(entry, texts));
  const shown = files.includes(ARCHIVED.html) ? ARCHIVED.html : ARCHIVED.markdown;
  const facts = [texts.owner(entry.owner), texts.changed(new Date(entry.updatedAt))];
  return `<article id="d-${entry.id}" aria-labelledby="t-${entry.id}">
<h2 id="t-${entry.id}"><bdi>${title}</bdi></h2>
<p class="facts">${escapeHtml(facts.join(' · '))}</p>
<p class="files">${escapeHtml(texts.files)}: ${FILES.filter((name) => files.includes(name))
    .map((name) => `<a href="${addressOf(entry, name)}">${escapeHtml(name)}</a>`)
    .join(' ')}</p>
${entry.missing.map((name) => `<p class="missing">${escapeHtml(texts.missing(name))}</p>`).join('')}
<iframe sandbox="" loading="lazy" title="${escapeHtml(texts.text)}: ${title}" src="${addressOf(entry, shown)}"></iframe>
${writeVersions(document, texts)}${writeComments(document, texts)}
</article>`;
}

/** Relative to the page. */
const addressOf = ({ folder }: ArchivedDocument, name: string): string =>
  escapeHtml((folder + name).split('/').map(encodeURIComponent).join('/'));

function writeVersions({ history }: ListedInIndex, texts: IndexTexts): string {
  if (history === null || history.versions.length === 0) return '';
  const rows = history.versions.map(({ name, note, at, author, authors }) => {
    const people = author ? [author.name] : authors.map((one) => one.name ?? texts.formerMember);
    const words = [
      `<strong><bdi>${escapeHtml(name ?? texts.unnamedVersion)}</bdi></strong>`,
      time(at, texts),
    ];
    if (people.length > 0) words.push(`<bdi>${escapeHtml([...new Set(people)].join(', '))}</bdi>`);
    return `<li>${words.join(' · ')}${note ? `<br><bdi>${escapeHtml(note)}</bdi>` : ''}</li>`;
  });
  return section(texts.versions, rows);
}

function writeComments({ comments }: ListedInIndex, texts: IndexTexts): string {
  if (comments === null || comments.threads.length === 0) return '';
  const names = new Map(comments.people.map(({ id, name }) => [id, name]));
  const rows = comments.threads.map((thread) => {
    const { quote } = thread.anchor;
    const entries = thread.comments.map((comment) => {
      const { created_at: at, body } = comment;
      const author = authorOf(comment, names) || texts.formerMember;
      const words = body === null ? texts.deletedComment : bodyText(body, '\n');
      return `<p><bdi>${escapeHtml(author)}</bdi> · ${time(at.toISOString(), texts)}</p><p class="said" dir="auto">${escapeHtml(words)}</p>`;
    });
    const state = thread.is_resolved ? `<p class="facts">${escapeHtml(texts.resolved)}</p>` : '';
    return `<li>${quote ? `<blockquote dir="auto">${escapeHtml(quote)}</blockquote>` : ''}${state}${entries.join('')}</li>`;
  });
  return section(texts.comments, rows);
}

const section = (title: string, rows: readonly string[]): string =>
  `<details><summary>${escapeHtml(title)} (${rows.length})</summary><ol>${rows.join('\n')}</ol></details>`;

const time = (at: string, texts: IndexTexts): string =>
  `<time datetime="${escapeHtml(at)}">${escapeHtml(texts.time(new Date(at)))}</time>`;
