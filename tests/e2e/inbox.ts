/** Mails that the embedded Supabase shows in place of sending them. */
import { expect } from '@playwright/test';
import { z } from 'zod';

const inboxSchema = z.object({
  mails: z.array(z.object({ subject: z.string(), text: z.string(), html: z.string() })),
});
export type Mail = z.output<typeof inboxSchema>['mails'][number];

/** The newest first. */
export async function mailsTo(url: string, address: string): Promise<readonly Mail[]> {
  const reply = await fetch(`${url}/inbox.json?to=${encodeURIComponent(address)}`);
  return inboxSchema.parse(await reply.json()).mails;
}

/** Waits for a mail. */
export async function lastMail(url: string, to: string): Promise<Mail> {
  let last: Mail | undefined;
  await expect(async () => {
    [last] = await mailsTo(url, to);
    expect(last).toBeDefined();
  }).toPass({ intervals: [200], timeout: 30_000 });
  return last!;
}
