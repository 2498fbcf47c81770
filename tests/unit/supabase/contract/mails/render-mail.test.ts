import { parse, type DefaultTreeAdapterMap } from 'parse5';
import { describe, expect, test } from 'vitest';
import { LANGUAGES, type Language } from '#contract/languages.ts';
import { letterSchema, MAILED_KINDS, type Letter } from '#contract/mails/letter.ts';
import { renderMail } from '#contract/mails/render-mail.ts';
import {
  sampleDigest,
  sampleInvitation,
  sampleItem,
  sampleLetters,
  sampleNotifications,
} from '../../../../../src/app/dev/sample-letters.ts';
import {
  commentPath,
  documentPath,
  invitationPath,
  panelPath,
  PATHS,
} from '../../../../../src/app/data/paths.ts';
import { composeMail } from './compose-mail.ts';

const APP = { url: 'https://spolu.example', functionsUrl: 'https://db.example/functions/v1' };
const DOCUMENT = sampleInvitation('cs').documentId;

const ALL = LANGUAGES.flatMap((language) =>
  Object.entries(sampleLetters(language)).map(([name, letter]) => [name, language, letter] as const),
);

type Node = DefaultTreeAdapterMap['node'];

/** Text of the shown elements, and the addresses of links. */
function readHtml(html: string): {
  readonly text: string;
  readonly links: string[];
  readonly tags: Set<string>;
} {
  const links: string[] = [];
  const tags = new Set<string>();
  const textOf = (node: Node): string => {
    if ('tagName' in node) tags.add(node.tagName);
    if (node.nodeName === '#text' && 'value' in node) return node.value;
    if ('attrs' in node)
      links.push(...node.attrs.filter(({ name }) => name === 'href').map(({ value }) => value));
    if (node.nodeName === 'style') return '';
    return 'childNodes' in node ? node.childNodes.map(textOf).join(' ') : '';
  };
  const text = textOf(parse(html)).replaceAll(/\s+/g, ' ').trim();
  return { text, links, tags };
}

const linksOf = (text: string): string[] => text.match(/https?:\S+/g) ?? [];

describe.each(ALL)('%s in %s', (_name, language, letter) => {
  const mail = renderMail(letter, APP);

  test('is a letter that the database could hand out', () => {
    expect(letterSchema.safeParse(JSON.parse(JSON.stringify(letter))).error).toBeUndefined();
  });

  test('says the same in both parts, which have the same links', () => {
    const html = readHtml(mail.html);
    expect(new Set(linksOf(mail.text))).toEqual(new Set(html.links));
    for (const line of mail.text.split('\n')) {
      const words = line
        .replace(/^> |^—$/, '')
        .split(': https')[0]!
        .split(' (')[0]!;
      expect(html.text).toContain(words.trim().replaceAll(/\s+/g, ' '));
    }
  });

  test('names its language and direction, and both color schemes', () => {
    expect(mail.html).toContain(`<html lang="${language}" dir="ltr">`);
    expect(mail.html).toContain('<meta name="color-scheme" content="light dark">');
    expect(mail.html).toContain('@media (prefers-color-scheme: dark)');
  });

  test('has a subject of one line that is also the first line', () => {
    expect(mail.subject).toMatch(/^[^\r\n]{5,200}$/);
    if (letter.kind !== 'digest') expect(mail.text.split('\n')[0]).toBe(mail.subject);
  });

  test('leads nowhere but to the app, with a way to stop it', () => {
    const { links, tags } = readHtml(mail.html);
    expect(links.every((link) => link.startsWith('https://spolu.example/'))).toBe(true);
    for (const stop of Object.values(letter.stop)) {
      const isOfDocument = 'document' in letter.stop && stop === letter.stop.document;
      if (!isOfDocument) expect(links).toContain(`https://spolu.example/unsubscribe#${stop}`);
    }
    expect([...tags].filter((tag) => ['script', 'img', 'link', 'form', 'iframe'].includes(tag))).toEqual([]);
  });

  test('is read by another library as it was written', async () => {
    const { raw, mail: read, header } = await composeMail(mail);
    expect(read.subject).toBe(mail.subject);
    expect(read.html && read.html.trimEnd()).toBe(mail.html.trimEnd());
    expect(read.text?.trimEnd()).toBe(mail.text.trimEnd());
    expect(header('Auto-Submitted')).toBe('auto-generated');
    expect(raw).not.toMatch(/^[^\r\n]{999,}/m);
    expect(raw).not.toMatch(/[^\r]\n/);
    expect(raw.slice(0, raw.indexOf('\r\n\r\n'))).toMatch(/^[\r\n\x20-\x7e]*$/);
  });

  test('has the two headers of one press, unless it is an invitation', async () => {
    const { raw, header } = await composeMail(mail);
    if (letter.kind === 'invitation') {
      expect([header('List-Unsubscribe'), header('List-Unsubscribe-Post')]).toEqual([undefined, undefined]);
      return;
    }
    expect(header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    expect(header('List-Unsubscribe')).toMatch(
      /^<https:\/\/db\.example\/functions\/v1\/unsubscribe\?t=[\w-]{67}>$/,
    );
    expect(raw).toMatch(/^List-Unsubscribe:\s{1,3}<[^\s<>]+>\r$/m);
  });

  test('declines no name', () => {
    const names = ['Jana Nováková', 'Petr Malý', 'Žofie Králová', 'Jiří Dvořák'];
    const stems = /Jan[aouyeě]\w* Novákov|Petr\w* Mal|Žofi\w* Králov|Jiř\w* Dvořák/g;
    const found = [
      ...`${mail.subject} ${mail.text}`.matchAll(new RegExp(`(?:${stems.source})[\\p{L}]*`, 'gu')),
    ];
    expect(found.filter(([name]) => !names.includes(name))).toEqual([]);
  });
});

describe.each([
  [
    'mentioned',
    'Ann Baker mentioned you in “Spring trip”',
    'Jana Nováková: zmínka o vás v dokumentu „Jarní výlet“',
  ],
  [
    'mentioned_in_comment',
    'Ann Baker mentioned you in a comment in “Spring trip”',
    'Jana Nováková: zmínka o vás v komentáři k dokumentu „Jarní výlet“',
  ],
  [
    'replied',
    'Ann Baker replied to a comment in “Spring trip”',
    'Jana Nováková: odpověď na komentář k dokumentu „Jarní výlet“',
  ],
  [
    'assigned',
    'Ann Baker assigned you a comment in “Spring trip”',
    'Jana Nováková vám přiřazuje komentář k dokumentu „Jarní výlet“',
  ],
  [
    'commented',
    'Ann Baker commented on “Spring trip”',
    'Jana Nováková: nový komentář k dokumentu „Jarní výlet“',
  ],
  [
    'resolved',
    'Ann Baker resolved a comment in “Spring trip”',
    'Jana Nováková: vyřešený komentář k dokumentu „Jarní výlet“',
  ],
  [
    'restored',
    'Ann Baker restored an earlier version of “Spring trip”',
    'Jana Nováková: obnovení starší verze dokumentu „Jarní výlet“',
  ],
  [
    'role_changed',
    'Your role in “Spring trip” is now Commenter',
    'Vaše role v dokumentu „Jarní výlet“ je teď Komentující',
  ],
  [
    'access_asked',
    'Ann Baker asks for access to “Spring trip”',
    'Jana Nováková žádá o přístup k dokumentu „Jarní výlet“',
  ],
  ['access_granted', 'You can now comment on “Spring trip”', 'Nově můžete komentovat dokument „Jarní výlet“'],
  ['access_refused', 'Your request for access was declined', 'Vaše žádost o přístup byla odmítnuta'],
  [
    'invitation',
    'Ann Baker invites you to edit “Spring trip”',
    'Jana Nováková vás zve k úpravám dokumentu „Jarní výlet“',
  ],
  [
    'three comments',
    'Ann Baker, Bob Clark, and Eve Miles: 3 comments in “Spring trip”',
    'Jana Nováková, Petr Malý a Žofie Králová: 3 komentáře k dokumentu „Jarní výlet“',
  ],
  [
    'several kinds',
    'Ann Baker, Bob Clark, Eve Miles, and Dan Stone: 4 updates in “Spring trip”',
    'Jana Nováková, Petr Malý, Žofie Králová a Jiří Dvořák: 4 novinky v dokumentu „Jarní výlet“',
  ],
  [
    'hidden text',
    'Ann Baker replied to a comment in a document',
    'Jana Nováková: odpověď na komentář k dokumentu',
  ],
  [
    'digest',
    'Daily summary: “Minutes of the November meeting about the new house rules” and 2 more documents',
    'Denní souhrn: „Zápis z listopadové schůze o nových pravidlech domu“ a 2 další dokumenty',
  ],
  ['digest, hidden text', 'Daily summary: 3 documents with changes', 'Denní souhrn: 3 dokumenty se změnami'],
])('the subject of %s', (name, english, czech) => {
  test.each([
    ['en-US', english],
    ['cs', czech],
  ] as const)('in %s', (language, subject) => {
    expect(renderMail(sampleLetters(language)[name]!, APP).subject.replaceAll('\u00a0', ' ')).toBe(subject);
  });
});

describe('what a mail says', () => {
  const textOf = (letter: Letter): string => renderMail(letter, APP).text;

  test('a reply comes with the text it is about, its own text, and a link to the thread', () => {
    const item = sampleItem('en-US', 'replied');
    const text = textOf(sampleNotifications('en-US', [item]));
    expect(text).toContain('> We leave on Friday at seven in the morning\nNine is fine with me.');
    expect(text).toContain(`https://spolu.example${commentPath(DOCUMENT, item.threadId!)}`);
    expect(text).toContain('because you take part in this conversation.');
  });

  test('links are those of the app', () => {
    expect(textOf(sampleNotifications('cs', [sampleItem('cs', 'mentioned')]))).toContain(
      `Otevřít dokument: https://spolu.example${documentPath(DOCUMENT)}\n`,
    );
    expect(textOf(sampleNotifications('cs', [sampleItem('cs', 'restored')]))).toContain(
      `https://spolu.example${panelPath(DOCUMENT, 'history')}\n`,
    );
    const invitation = sampleInvitation('cs');
    expect(textOf(invitation)).toContain(`https://spolu.example${invitationPath(invitation.token)}\n`);
    expect(textOf(invitation)).toContain(`https://spolu.example${PATHS.unsubscribe}#`);
    expect(textOf(sampleDigest('cs'))).toContain(`https://spolu.example${PATHS.documents}\n`);
  });

  test('an address with a path and a slash at its end makes the same links', () => {
    const app = { url: 'https://example.com/spolu/', functionsUrl: 'https://db.example/functions/v1/' };
    const { text, headers } = renderMail(sampleDigest('cs'), app);
    expect(text).toContain('https://example.com/spolu/documents\n');
    expect(headers['List-Unsubscribe']).toContain('/functions/v1/unsubscribe?t=');
  });

  test('times are those of the person, in their language', () => {
    const at = (language: Language, timeZone: string): string =>
      textOf({ ...sampleNotifications(language, [sampleItem(language, 'replied')]), timeZone });
    expect(at('cs', 'Europe/Prague')).toContain('29. 11. 14:05');
    expect(at('cs', 'Pacific/Auckland')).toContain('30. 11. 2:05');
    expect(at('en-US', 'America/New_York')).toMatch(/Nov 29, 8:05\sAM/);
    expect(at('cs', 'posix/Europe/Prague')).toContain('29. 11. 13:05');
  });

  test.each([
    [2, '2 komentáře', '2 comments'],
    [5, '5 komentářů', '5 comments'],
    [21, '21 komentářů', '21 comments'],
  ])('%i comments are counted in both languages', (count, czech, english) => {
    const subject = (language: Language): string => {
      const items = Array.from({ length: count }, (_, index) => ({
        ...sampleItem(language, 'commented', index % 4),
        actor: null,
      }));
      return renderMail(sampleNotifications(language, items), APP).subject;
    };
    expect(subject('cs')).toBe(`Někdo: ${czech} k dokumentu „Jarní výlet“`);
    expect(subject('en-US')).toBe(`Someone: ${english} in “Spring trip”`);
  });

  test('of many people three are named, of many events twenty are told', () => {
    const items = Array.from({ length: 30 }, (_, index) => {
      const item = sampleItem('cs', 'commented', index);
      return { ...item, actor: { ...item.actor!, name: `Člověk ${index}` } };
    });
    const { subject, text } = renderMail(sampleNotifications('cs', items), APP);
    expect(subject).toBe('Člověk 0, Člověk 1, Člověk 2 a 27 dalších: 30 komentářů k dokumentu „Jarní výlet“');
    expect(text.match(/: nový komentář/g)).toHaveLength(20);
    expect(text).toContain('A 10 dalších novinek.');
  });

  test.each([
    [1, 'Denní souhrn: „Jarní výlet“'],
    [2, 'Denní souhrn: „Jarní výlet“ a 1 další dokument'],
    [6, 'Denní souhrn: „Jarní výlet“ a 5 dalších dokumentů'],
  ])('a digest of %i documents names the first', (count, subject) => {
    const news = { documentId: DOCUMENT, title: 'Jarní výlet', people: [null], comments: 0, held: 0 };
    const letter = { ...sampleDigest('cs'), items: Array.from({ length: count }, () => news) };
    const mail = renderMail(letter, APP);
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain('Úpravy: Někdo');
  });

  test('a refused request names no document, whatever the letter has', () => {
    const letter = sampleNotifications('en-US', [
      sampleItem('en-US', 'access_refused'),
      sampleItem('en-US', 'access_refused', 1),
    ]);
    const { subject, text, html } = renderMail(letter, APP);
    expect(subject + text + html).not.toContain('Spring');
    expect(text).not.toContain(DOCUMENT);
  });

  test('a comment of lists and mentions is read line by line', () => {
    const line = (text: string) => ({
      type: 'paragraph' as const,
      content: [{ type: 'text' as const, text }],
    });
    const item = (text: string) => ({ type: 'listItem' as const, content: [line(text)] });
    const mention = { type: 'mention' as const, attrs: { id: DOCUMENT, label: 'Eve Miles' } };
    const body = {
      type: 'doc' as const,
      content: [
        { type: 'paragraph' as const, content: [{ type: 'hardBreak' as const }, mention] },
        { type: 'orderedList' as const, content: [item('first'), item('second')] },
        { type: 'bulletList' as const, content: [item('third')] },
      ],
    };
    const text = textOf(sampleNotifications('en-US', [{ ...sampleItem('en-US', 'commented'), body }]));
    expect(text).toContain('\n@Eve Miles\n1. first\n2. second\n• third\n');
  });
});

describe('stopping', () => {
  const oneClick = (letter: Letter): string | undefined =>
    renderMail(letter, APP).headers['List-Unsubscribe'];
  const links = (letter: Letter): string[] =>
    linksOf(renderMail(letter, APP).text).flatMap((link) => link.split('/unsubscribe#')[1]?.[0] ?? []);

  test('the press in the mail program stops mails about the document', () => {
    const letter = sampleNotifications('cs', [sampleItem('cs', 'replied')]);
    expect(oneClick(letter)).toContain(letter.stop.document);
    expect(links(letter)).toEqual(['d', 'k', 'a']);
  });

  test('mails about access are not stopped with the document, so the press stops their kind', () => {
    const letter = sampleNotifications('cs', [
      sampleItem('cs', 'access_asked'),
      sampleItem('cs', 'role_changed'),
    ]);
    expect(oneClick(letter)).toContain(letter.stop.kind);
    expect(links(letter)).toEqual(['k', 'a']);
  });

  test('the kind that a link names is that of the first item, as its token has it', () => {
    const letter = sampleNotifications('en-US', [
      sampleItem('en-US', 'assigned'),
      sampleItem('en-US', 'replied'),
    ]);
    const { text } = renderMail(letter, APP);
    expect(text).toContain(
      `Stop emails about assigned comments: https://spolu.example/unsubscribe#${letter.stop.kind}`,
    );
    expect(text).not.toContain('about replies');
  });

  test('each digest stops digests, an invitation its sender', () => {
    expect(oneClick(sampleDigest('cs'))).toContain(sampleDigest('cs').stop.kind);
    expect(links(sampleInvitation('cs'))).toEqual(['s']);
  });
});

describe('conversations', () => {
  const headers = (...items: Parameters<typeof sampleItem>[]) =>
    renderMail(
      sampleNotifications(
        'cs',
        items.map((item) => sampleItem(...item)),
      ),
      APP,
    ).headers;

  test('mails about one thread refer to the same id, whatever their kind', () => {
    const first = headers(['cs', 'commented', 1]);
    const later = headers(['cs', 'resolved', 1]);
    expect(first['References']).toBe(`<thread-${sampleItem('cs', 'commented', 1).threadId}@spolu.example>`);
    expect([later['References'], later['In-Reply-To']]).toEqual([first['References'], first['References']]);
  });

  test('mails about two threads, or none, refer to the document', () => {
    const id = `<document-${DOCUMENT}@spolu.example>`;
    expect(headers(['cs', 'commented', 1], ['cs', 'commented', 2])['References']).toBe(id);
    expect(headers(['cs', 'mentioned'])['References']).toBe(id);
  });

  test('a port is not in an id', () => {
    const app = { ...APP, url: 'http://127.0.0.1:3000' };
    expect(renderMail(sampleDigest('cs'), app).headers['References']).toBe('<digest@127.0.0.1>');
  });
});

const HOSTILE = [
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  'Eve\r\nBcc: all@example.com\r\n\r\nHello',
  '\u202Egnp.elif\u2066 \u0007\u0000\u2028end',
  'שלום עולם',
  '" onmouseover="alert(1)" \' & &amp; {{title}} $& ${x}',
  'x'.repeat(10_000),
  '👩‍👩‍👧‍👦'.repeat(2000),
  ' \u200e\t ',
];

describe.each(HOSTILE.map((text) => [JSON.stringify(text).slice(0, 40), text] as const))(
  'with the name and title %s',
  (_shown, text) => {
    const item = (kind: 'commented' | 'mentioned') => ({
      ...sampleItem('en-US', kind),
      actor: { id: DOCUMENT, name: text, color: null },
      quote: text,
      body: {
        type: 'doc' as const,
        content: [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text }] }],
      },
    });
    const news = { documentId: DOCUMENT, title: text, people: [text], comments: 0, held: 0 };
    const letters: Letter[] = LANGUAGES.flatMap((language) => [
      { ...sampleInvitation(language), inviter: text, title: text },
      { ...sampleNotifications(language, [item('commented')]), title: text },
      { ...sampleNotifications(language, [item('commented'), item('mentioned')]), title: text },
      { ...sampleDigest(language), items: [news] },
    ]);

    test.each(letters.map((letter) => [letter.kind, letter] as const))(
      '%s stays a mail',
      async (_kind, letter) => {
        const rendered = renderMail(letter, APP);
        const { subject, html } = rendered;
        const { tags, text: shown } = readHtml(html);
        expect([...tags].filter((tag) => tag === 'script' || tag === 'img')).toEqual([]);
        expect(html).not.toMatch(/<[^>]*\sonmouseover=/);
        expect(subject.length).toBeLessThanOrEqual(260);
        expect(`${subject}${shown}${rendered.text.replaceAll('\n', '')}`).not.toMatch(
          /[\u202a-\u202e\u2066\u2067]|\p{Cc}/u,
        );
        expect(subject.match(/\u2068/g)?.length).toBe(subject.match(/\u2069/g)?.length);
        const { mail, header } = await composeMail(rendered);
        expect(mail.subject).toBe(subject);
        expect([header('Bcc'), mail.bcc]).toEqual([undefined, undefined]);
      },
    );
  },
);

test('a name from right to left is isolated from the sentence around it', () => {
  const letter = { ...sampleInvitation('en-US'), inviter: 'שלום' };
  expect(renderMail(letter, APP).subject).toBe('\u2068שלום\u2069 invites you to edit “Spring trip”');
});

test('an invitation has no address that its sender wrote', () => {
  const letter = {
    ...sampleInvitation('en-US'),
    inviter: 'bank.example',
    title: 'Log in at https://evil.example/x',
  };
  const { html, text, subject } = renderMail(letter, APP);
  expect(html + text + subject).not.toMatch(/(bank|evil)\.example/);
  expect(subject.replaceAll('\u2060', '')).toContain('bank.example');
});

describe('with titles and texts hidden', () => {
  test.each(LANGUAGES)('no word of them is anywhere, in %s', (language) => {
    const secret = ['Zebra', 'Quartz', 'Jupiter', 'Falcon', 'Walnut'] as const;
    const [title, quote, comment, mention, other] = secret;
    const body = {
      type: 'doc' as const,
      content: [
        {
          type: 'paragraph' as const,
          content: [
            { type: 'text' as const, text: comment },
            { type: 'mention' as const, attrs: { id: DOCUMENT, label: mention } },
          ],
        },
      ],
    };
    const items = MAILED_KINDS.map((kind) => ({ ...sampleItem(language, kind), title, quote, body }));
    const digest = sampleDigest(language, true);
    const letters: Letter[] = [
      ...items.map((item) => ({ ...sampleNotifications(language, [item], true), title })),
      { ...sampleNotifications(language, items, true), title },
      { ...digest, items: digest.items.map((news) => ({ ...news, title: other })) },
    ];
    for (const letter of letters) {
      const all = JSON.stringify(renderMail(letter, APP));
      for (const word of secret) expect(all).not.toContain(word);
    }
    const open = JSON.stringify(renderMail({ ...sampleNotifications(language, items), title }, APP));
    for (const word of [title, quote, comment, mention]) expect(open).toContain(word);
  });
});
