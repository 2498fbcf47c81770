/**
 * The HTML part of a mail: one table of at most 600 px with inline styles, which every mail program understands. Light colors
 * are inline; the dark ones replace them in programs that read style sheets, others darken by themselves.
 */
import { escapeHtml } from '../text/escape-html.ts';
import type { MailContent, MailEntry, MailLink } from './mail-content.ts';

/** Czech lines do not end with a preposition or conjunction of one letter. */
const keepShortWords = (text: string, { language }: MailContent): string =>
  language === 'cs' ? text.replace(/(?<=^|\s)([aikosuvz])\s/gi, '$1\u00a0') : text;

/** Of the interface (`src/app/ui/theme.css`). */
const LIGHT = { paper: '#fcfcfa', raised: '#ffffff', ink: '#1c1c1a', muted: '#5f5f5a', line: '#e4e4de' };
const DARK = { paper: '#18181b', raised: '#232327', ink: '#ececea', muted: '#a3a3a0', line: '#34343a' };
const ACCENT = { light: '#2563eb', dark: '#8ab4ff' };

const SANS = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const SERIF = "Georgia, 'Times New Roman', serif";

const STYLE = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background-color: ${DARK.paper} !important; }
  .card { background-color: ${DARK.raised} !important; border-color: ${DARK.line} !important; }
  .ink { color: ${DARK.ink} !important; }
  .muted { color: ${DARK.muted} !important; }
  .line { border-color: ${DARK.line} !important; }
  .button { background-color: ${ACCENT.dark} !important; }
  .label { color: ${DARK.paper} !important; }
  .link { color: ${ACCENT.dark} !important; }
  .quote { border-color: ${ACCENT.dark} !important; }
}
@media (max-width: 480px) {
  .card { padding: 24px 20px !important; }
}`;

export function mailHtml(content: MailContent): string {
  const { language, subject } = content;
  return `<!doctype html>
<html lang="${language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${escapeHtml(subject)}</title>
<style>${STYLE}
</style>
</head>
<body class="paper" style="margin: 0; padding: 0; background-color: ${LIGHT.paper};">
${preview(content)}
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color: ${LIGHT.paper};">
<tr><td align="center" style="padding: 24px 12px 40px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width: 600px;">
<tr><td class="card" style="padding: 32px; background-color: ${LIGHT.raised}; border: 1px solid ${LIGHT.line}; border-radius: 12px; font-family: ${SANS}; text-align: start;">
${card(content)}
</td></tr>
<tr><td style="padding: 20px 8px 0; font-family: ${SANS}; text-align: start;">
${footer(content)}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** The first lines that lists of mails show behind the subject, which is the heading too. */
function preview({ entries, paragraphs, reason }: MailContent): string {
  const first = entries.flatMap(({ lines, heading }) => [...lines, heading ?? ''])[0];
  const text = first || paragraphs[0] || reason;
  return `<div style="display: none; max-height: 0; overflow: hidden; mso-hide: all;">${escapeHtml(text)}</div>`;
}

function card(content: MailContent): string {
  const { entries, more, paragraphs, action } = content;
  const heading = keepShortWords(content.heading, content);
  return [
    `<h1 class="ink" style="margin: 0 0 20px; font-family: ${SERIF}; font-size: 22px; line-height: 29px; font-weight: 600; color: ${LIGHT.ink}; ${BREAK}">${escapeHtml(heading)}</h1>`,
    ...entries.map(entryHtml),
    ...[more, ...paragraphs].flatMap((text) => (text ? [paragraph(keepShortWords(text, content))] : [])),
    button(action),
  ].join('\n');
}

/** A word that is wider than a phone would widen the whole mail. */
const BREAK = 'overflow-wrap: anywhere; word-break: break-word;';

const paragraph = (text: string): string =>
  `<p class="ink" dir="auto" style="margin: 0 0 16px; font-size: 15px; line-height: 23px; color: ${LIGHT.ink}; ${BREAK}">${escapeHtml(text)}</p>`;

function entryHtml({ heading, when, quote, lines, link }: MailEntry, index: number): string {
  const rule = index === 0 ? '' : ` border-top: 1px solid ${LIGHT.line}; padding-top: 16px;`;
  const small = 'margin: 0 0 8px; font-size: 13px; line-height: 19px;';
  return [
    `<div class="line" style="margin: 0 0 20px;${heading === null ? '' : rule}">`,
    heading &&
      `<p class="ink" dir="auto" style="margin: 0 0 2px; font-size: 15px; line-height: 23px; font-weight: 600; color: ${LIGHT.ink}; ${BREAK}">${escapeHtml(heading)}</p>`,
    when && `<p class="muted" style="${small} color: ${LIGHT.muted};">${escapeHtml(when)}</p>`,
    quote &&
      `<p class="muted quote" dir="auto" style="margin: 0 0 12px; padding-inline-start: 12px; border-inline-start: 3px solid ${ACCENT.light}; font-family: ${SERIF}; font-size: 15px; line-height: 23px; color: ${LIGHT.muted}; ${BREAK}">${escapeHtml(quote)}</p>`,
    ...lines.map(
      (line) =>
        `<p class="ink" dir="auto" style="margin: 0 0 6px; font-size: 15px; line-height: 23px; color: ${LIGHT.ink}; ${BREAK}">${escapeHtml(line)}</p>`,
    ),
    link && `<p style="${small} margin-top: 8px;">${anchor(link, 'link', ACCENT.light)}</p>`,
    '</div>',
  ]
    .filter((part) => part)
    .join('\n');
}

const anchor = ({ label, url }: MailLink, name: string, color: string): string =>
  `<a class="${name}" href="${escapeHtml(url)}" style="color: ${color}; text-decoration: underline;">${escapeHtml(label)}</a>`;

const button = ({ label, url }: MailLink): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin: 24px 0 0;"><tr><td class="button" style="background-color: ${ACCENT.light}; border-radius: 8px;">` +
  `<a class="label" href="${escapeHtml(url)}" style="display: inline-block; padding: 11px 20px; font-family: ${SANS}; font-size: 15px; line-height: 20px; font-weight: 600; color: #ffffff; text-decoration: none;">${escapeHtml(label)}</a></td></tr></table>`;

function footer(content: MailContent): string {
  const { reason, stops } = content;
  const style = `margin: 0 0 8px; font-size: 13px; line-height: 20px; color: ${LIGHT.muted}; ${BREAK}`;
  return [
    `<p class="muted" style="${style}">${escapeHtml(keepShortWords(reason, content))}</p>`,
    ...stops.map((stop) => `<p class="muted" style="${style}">${anchor(stop, 'muted', LIGHT.muted)}</p>`),
    `<p class="muted" style="${style} margin-top: 16px; font-family: ${SERIF};">Spolu</p>`,
  ].join('\n');
}
