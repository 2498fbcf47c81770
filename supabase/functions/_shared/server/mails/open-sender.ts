import { openHttpSender } from './http-sender.ts';
import { HTTP_STYLES } from './http-styles.ts';
import type { MailSender } from './mail-sender.ts';
import type { MailSettings } from './settings.ts';

export async function openSender({ by, from }: MailSettings): Promise<MailSender> {
  if ('http' in by) return openHttpSender({ url: by.http, key: by.key, style: HTTP_STYLES[by.style] });
  // Loaded only where it is used: it costs the start of a function a tenth of a second.
  const { openSmtpSender } = await import('./smtp-sender.ts');
  return openSmtpSender({ url: by.smtp, from });
}
