import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NOTIFICATION_KINDS } from '#contract/notifications/notification.ts';
import { LEVELS, levelOf, WATCHES } from '#contract/notifications/settings.ts';
import { bodyText } from '#contract/comments/body-text.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const sql = (name: string) => readFileSync(join(ROOT, `supabase/schemas/${name}.sql`), 'utf8');
const quoted = (list: string) => [...list.matchAll(/'(\w+)'/g)].map(([, name]) => name);
const listIn = (text: string, pattern: RegExp) => quoted(pattern.exec(text)?.[1] ?? '');

test('kinds, levels and watches are those of the database', () => {
  const tables = sql('notifications');
  const choices = sql('notification_choices');
  expect(listIn(tables, /kind text not null check \(kind in \(([^)]*)\)/)).toEqual([...NOTIFICATION_KINDS]);
  expect(listIn(choices, /kind not in \(([^)]*)\)/)).toEqual([...NOTIFICATION_KINDS]);
  expect(listIn(choices, /value not in \(([^)]*)\)/)).toEqual([...LEVELS]);
  expect(listIn(tables, /level text not null check \(level in \(([^)]*)\)/)).toEqual([...WATCHES]);
});

test('the default of each kind is that of the database', () => {
  const onlyInApp = listIn(sql('notifications'), /p_kind in \(([^)]*)\) then 'app' else 'mail'/);
  expect(onlyInApp).toHaveLength(4);
  for (const kind of NOTIFICATION_KINDS)
    expect([kind, levelOf({ levels: {} }, kind)]).toEqual([kind, onlyInApp.includes(kind) ? 'app' : 'mail']);
  expect(levelOf({ levels: { replied: 'off' } }, 'replied')).toBe('off');
});

test('the text of a comment is on one line, with names and without blank lines', () => {
  const text = (value: string) => ({ type: 'text' as const, text: value });
  const body = {
    type: 'doc' as const,
    content: [
      {
        type: 'paragraph' as const,
        content: [text('Dear '), mention('Jana'), { type: 'hardBreak' as const }],
      },
      { type: 'paragraph' as const },
      {
        type: 'bulletList' as const,
        content: [
          { type: 'listItem' as const, content: [{ type: 'paragraph' as const, content: [text('one')] }] },
        ],
      },
    ],
  };
  expect(bodyText(body)).toBe('Dear @Jana  one');
});

const mention = (label: string) => ({
  type: 'mention' as const,
  attrs: { id: '11111111-1111-4111-8111-111111111111', label },
});
