/** Somebody who is mentioned while away receives a mail after two minutes, unless they have seen the mention by then. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { lastMail, mailsTo } from './inbox.ts';
import { callerOf, createDocument, expect, test, textOf, waitUntilSaved, type Person } from './spolu.ts';
import { inVariants } from './variants.ts';
import { withDatabase } from './with-database.ts';
import { bring } from './writer.ts';

const WORDS = {
  'en-US': { chooses: 'English', subject: 'Ann mentioned you in a comment in “Plan”' },
  cs: { chooses: 'Čeština', subject: 'Ann: zmínka o vás v komentáři k dokumentu „Plan“' },
} as const;

async function openFor(ann: Person, bob: Person, title: string): Promise<string> {
  await ann.page.goto('/documents');
  const path = await createDocument(ann.page, title);
  await textOf(ann.page).click();
  await ann.page.keyboard.insertText(`The budget of ${title} is not final.`);
  await waitUntilSaved(ann.page);
  await bring(ann, bob, path);
  return path.split('/').at(-1)!;
}

/** In a comment; returns its thread. */
async function mention({ page }: Person, documentId: string, id: string, text: string): Promise<string> {
  const thread = randomUUID();
  const content = [
    { type: 'mention', attrs: { id, label: 'Bob' } },
    { type: 'text', text: ` ${text}` },
  ];
  const { error } = await callerOf(page)!.rpc('add_comment', {
    p_document: documentId,
    p_thread: thread,
    p_comment: randomUUID(),
    p_anchor: { kind: 'document', units: '', seq: 1, quote: '', before: '', after: '', heading: '' },
    p_body: { type: 'doc', content: [{ type: 'paragraph', content }] },
  });
  expect(error).toBeNull();
  return thread;
}

/** Whatever waits for its mail has waited for so long more. */
const letPass = (userId: string, minutes: number): Promise<unknown> =>
  withDatabase(async (client) => {
    const earlier = `- interval '${minutes} minutes'`;
    await client.query(
      `update private.notifications set created_at = created_at ${earlier}, mail_after = mail_after ${earlier} where user_id = $1`,
      [userId],
    );
    await client.query(
      `update private.mails set created_at = created_at ${earlier}, due_at = due_at ${earlier} where user_id = $1`,
      [userId],
    );
  });

for (const [language, width] of inVariants([
  ['cs', 390],
  ['en-US', 1280],
] as const)) {
  test(`a mention while away comes by mail, in ${language} at ${width}`, async ({ person, spolu }) => {
    test.setTimeout(120_000);
    const [ann, bob] = [await person('Ann'), await person('Bob')];
    const [plan, list] = [await openFor(ann, bob, 'Plan'), await openFor(ann, bob, 'List')];
    const { subject, chooses } = WORDS[language];
    await bob.page.setViewportSize({ width, height: 800 });
    if (language !== 'en-US') {
      await bob.page.goto('/account');
      const kept = bob.page.waitForResponse((reply) => reply.request().method() === 'PATCH');
      await bob.page.getByText(chooses, { exact: true }).click();
      await kept;
    }
    const { data } = await callerOf(bob.page)!.auth.getUser();
    const bobId = z.uuid().parse(data.user?.id);
    // Nobody sits before it.
    await bob.page.goto('about:blank');
    const before = await mailsTo(spolu.url, bob.email);

    await mention(ann, plan, bobId, 'please look');
    expect(await mailsTo(spolu.url, bob.email)).toHaveLength(before.length);
    await letPass(bobId, 2);
    await expect
      .poll(async () => (await mailsTo(spolu.url, bob.email)).length, { timeout: 40_000 })
      .toBe(before.length + 1);
    const mail = await lastMail(spolu.url, bob.email);
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain('please look');

    const link = z.url().parse(new RegExp(String.raw`https?:\S+/documents/${plan}\S*`).exec(mail.text)?.[0]);
    expect(mail.html).toContain(link.replaceAll('&', '&amp;'));
    await bob.page.goto(link);
    await expect(textOf(bob.page)).toContainText('The budget of Plan');
    await expect(bob.page.getByText('please look')).toBeVisible();

    // Bob looks at it before its mail is due; another document's shows that the worker went by.
    const thread = await mention(ann, plan, bobId, 'once more');
    await bob.page.goto(`/documents/${plan}?comment=${thread}`);
    await expect(bob.page.getByText('once more')).toBeVisible();
    await expect
      .poll(() =>
        withDatabase(
          async (client) =>
            (
              await client.query(
                'select from private.notifications where user_id = $1 and seen_at is null and thread_id = $2',
                [bobId, thread],
              )
            ).rowCount,
        ),
      )
      .toBe(0);
    await bob.page.goto('about:blank');
    await mention(ann, list, bobId, 'and this');
    await letPass(bobId, 2);
    await expect
      .poll(async () => (await mailsTo(spolu.url, bob.email)).length, { timeout: 40_000 })
      .toBe(before.length + 2);
    const [last] = await mailsTo(spolu.url, bob.email);
    expect(last?.text).toContain('and this');
    expect(last?.text).not.toContain('once more');
  });
}
