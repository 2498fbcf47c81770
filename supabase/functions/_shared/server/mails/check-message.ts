/** Makes a message safe for any adapter: names and titles of strangers are in it. Pure. */
import { cleanLine } from '../../contract/clean-line.ts';
import type { MailMessage, Outcome } from './mail-sender.ts';

/** RFC 5322, without line breaks. */
const MAX_LINE = 998;
const MAX_ADDRESS_CHARS = 254;
const ADDRESS = /^[^\s<>()[\],;:\\"\p{Cc}@]+@[^\s<>()[\],;:\\"\p{Cc}@]+$/u;
const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]*$/;
/** Written by the adapters. */
const OWN_HEADERS = /^(from|to|cc|bcc|sender|subject|date|mime-version|content-.*)$/i;

export interface CheckedMessage extends MailMessage {
  /** With its angle brackets. */
  readonly messageId: string;
}

/** The message to send, or how it ends without being sent. */
export function checkMessage(message: MailMessage): CheckedMessage | Exclude<Outcome, { outcome: 'sent' }> {
  if (message.to.length > MAX_ADDRESS_CHARS || !ADDRESS.test(message.to))
    return { outcome: 'refused', problem: 'not an address' };
  const headers = Object.entries(message.headers)
    .filter(([name]) => !/^message-id$/i.test(name))
    .map(([name, value]) => [name, cleanLine(value)] as const);
  for (const [name, value] of headers) {
    const isLong = name.length + ': '.length + value.length > MAX_LINE;
    if (!HEADER_NAME.test(name) || OWN_HEADERS.test(name) || isLong)
      return { outcome: 'failed', problem: `the header ${JSON.stringify(name.slice(0, 80))} is none` };
  }
  return {
    ...message,
    subject: cleanLine(message.subject).trim(),
    headers: Object.fromEntries(headers),
    messageId: `<${message.id}@${domainOf(message.from)}>`,
  };
}

export const domainOf = (from: string): string => /@([^\s@>]+)>?$/.exec(from)?.[1] ?? 'localhost';
