import { parseAst } from 'vite';
import { describe, expect, test } from 'vitest';
import { withoutUnused } from '../../../scripts/build/leave-out-parts.ts';
import type { UnusedParts } from '../../../scripts/build/unused-parts.ts';

const LIBRARY = `
  function walk() { return 'walked'; }
  export class Client {
    kept() { return 'kept'; }
    async dropped(way = {}) { return way; }
    told() { return 'told'; }
  }
  export const other = { dropped() { return 'of another'; } };
  export var Poll = class { constructor() { this.made = true; } };
  export const List = Thing.create({ name: 'list', parseMarkdown: () => walk(), renderMarkdown() { return ''; } });
`;

const leave = (unused: Omit<UnusedParts, 'module'>) =>
  withoutUnused(LIBRARY, parseAst(LIBRARY), { module: /./, ...unused });

/** Imports the library and returns its exports. */
async function load({ left }: { left: string }) {
  const made = 'const Thing = { create: (config) => ({ made: config }) };';
  const library: unknown = await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(made + left)}`
  );
  return library as {
    Client: new () => { kept: () => string; dropped: () => Promise<unknown>; told: () => unknown };
    Poll: new () => unknown;
    other: { dropped: () => string };
    List: { made: object };
  };
}

describe('what a build removes from a library', () => {
  test('a removed method or class throws with its name when called; all others work', async () => {
    const { Client, Poll, other } = await load(leave({ uncalled: ['Client.dropped', 'Poll'] }));
    const client = new Client();
    await expect(client.dropped()).rejects.toThrow('left out of the build');
    expect(() => new Poll()).toThrow('left out of the build');
    expect([client.kept(), client.told(), other.dropped()]).toEqual(['kept', 'told', 'of another']);
  });

  test('a call that is removed as unnecessary does nothing', async () => {
    const { Client } = await load(leave({ idle: ['told'] }));
    expect(new Client().told()).toBeUndefined();
  });

  test('unused fields are removed', async () => {
    const { List } = await load(leave({ unread: ['parseMarkdown', 'renderMarkdown'] }));
    expect(List.made).toEqual({ name: 'list' });
  });

  test('an unused object can be removed, because creating it has no side effect', () => {
    expect(leave({ makers: /^Thing\.create$/ }).left).toContain('List = /* @__PURE__ */ Thing.create(');
  });

  test('a name that the library no longer has is reported', () => {
    expect(leave({ uncalled: ['Client.dropped', 'Client.gone'], idle: ['silent'] }).missing).toEqual([
      'Client.gone',
      'silent',
    ]);
    expect(leave({ uncalled: ['Elsewhere.all'] }).missing).toEqual([]);
  });
});
