/** The text part of a mail, for programs and people that read no HTML. */
import type { MailContent, MailEntry, MailLink } from './mail-content.ts';

export function mailPlainText({
  heading,
  paragraphs,
  entries,
  more,
  action,
  reason,
  stops,
}: MailContent): string {
  const footer = [reason, ...stops.map(linkText)].join('\n');
  return [heading, ...entries.map(entryText), more, ...paragraphs, linkText(action), `—\n${footer}`]
    .filter((part) => part)
    .join('\n\n')
    .concat('\n');
}

const linkText = ({ label, url }: MailLink): string => `${label}: ${url}`;

function entryText({ heading, when, quote, lines, link }: MailEntry): string {
  const head = heading === null || when === null ? (heading ?? when) : `${heading} (${when})`;
  return [head, quote === null ? null : `> ${quote}`, ...lines, link && linkText(link)]
    .filter((line) => line)
    .join('\n');
}
