// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Trusted } from '#contract/proof/verify-with-trust.ts';
import { VerifiedProof } from '../../../../src/app/history/verified-proof.tsx';
import { cleanup, renderApp } from '../../../support/render-app.tsx';

const OLGA = '11111111-2222-4333-8444-555555555555';
const EVE = '66666666-7777-4888-8999-aaaaaaaaaaaa';
const tally = { rows: 3, firstMs: 0, lastMs: 1000 };

const PROOF: Trusted = {
  ok: true,
  hasLog: true,
  isKeyKnown: true,
  signedAtMs: 0,
  statement: 'a.b.c',
  timeStamp: null,
  key: { id: 'key', key: { kty: 'EC', crv: 'P-256', x: '', y: '' }, fromMs: null, untilMs: null },
  claims: {
    document: { id: OLGA, title: 'Refusal' },
    from: 1,
    until: 6,
    refused: [],
    chain: '0'.repeat(64),
    writers: [],
    people: [
      { id: OLGA, name: 'Olga' },
      { id: EVE, name: 'Eve' },
    ],
    erased: [{ seq: 2, sha256: '0'.repeat(64), by: EVE, atMs: 0, ranges: [[2, 10, 5]] }],
  },
  writers: [
    { id: OLGA, name: 'Olga', characters: 20, placed: 14, ...tally },
    { id: EVE, name: 'Eve', characters: 0, placed: 0, ...tally },
  ],
  text: [
    { kind: 'paragraph', runs: [[0, 'never ', { shortenedBefore: 1 }]] },
    { kind: 'paragraph', runs: [[0, 'I will pay Eve', { placedBy: 1 }]] },
  ],
};

test.each([
  [
    'en-US',
    [
      '14 of them placed by others',
      '[shortened by 2]',
      '1, placed by 2',
      /^5 characters, by Eve on 1970-01-01/,
    ],
    'Written by Olga, placed by Eve',
  ],
  [
    'cs',
    ['z toho 14 přemístil někdo jiný', '[zkrátil 2]', '1, přemístil 2', /^5 znaků \(Eve, 1970-01-01/],
    'Autor: Olga, přemístění: Eve',
  ],
] as const)('a proof says who placed, shortened and erased text (%s)', async (language, texts, title) => {
  renderApp(<VerifiedProof verified={PROOF} atMs={0} source="server" fileName="proof.json" />, language);
  for (const text of texts) expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.getByTitle(title).textContent).toContain('I will pay Eve');
});

test.each([
  [
    'en-US',
    /but not that the authority signed it/,
    'Download the time stamp',
    'proof-of-authorship-11111111',
    /isn’t checked here/,
  ],
  [
    'cs',
    /ale ne že ho vydala uvedená autorita/,
    'Stáhnout časové razítko',
    'doklad-autorstvi-11111111',
    /se tady neověřuje/,
  ],
] as const)(
  'a time stamp is shown as claimed, with the command that checks it (%s)',
  async (language, how, button, name, unchecked) => {
    const timeStamp = {
      token: 'AAAA',
      atMs: Date.parse('2026-11-29T01:29:09Z'),
      authority: 'Example\u202e TSA',
    };
    renderApp(
      <VerifiedProof verified={{ ...PROOF, timeStamp }} atMs={0} source="server" fileName="proof.json" />,
      language,
    );
    expect(await screen.findByText('Example TSA')).toBeTruthy();
    expect(screen.getByText(/^2026-11-29 01:29/)).toBeTruthy();
    expect(screen.getByText(how)).toBeTruthy();
    expect(screen.getByText(unchecked)).toBeTruthy();
    expect(screen.getByRole('button', { name: button })).toBeTruthy();
    expect(
      screen.getByText(
        `openssl ts -verify -token_in -in ${name}.tst -data ${name}.jwt -CAfile authority.pem`,
      ),
    ).toBeTruthy();
  },
);

test('a proof without a time stamp says nothing about one', async () => {
  renderApp(<VerifiedProof verified={PROOF} atMs={0} source="server" fileName="proof.json" />);
  expect(await screen.findByText('Refusal')).toBeTruthy();
  expect(screen.queryByText('Time stamp')).toBeNull();
});

test.each([
  ['en-US', 'Comments on the document aren’t part of this proof.'],
  ['cs', 'Komentáře k dokumentu nejsou součástí tohoto dokladu.'],
] as const)('a proof, with or without its history, says that it has no comments (%s)', (language, text) => {
  const without: Trusted = { ...PROOF, hasLog: false, writers: [], text: [] };
  for (const verified of [PROOF, without]) {
    renderApp(<VerifiedProof verified={verified} atMs={0} source="server" fileName="proof.json" />, language);
    expect(screen.getAllByText(text)).toHaveLength(1);
    cleanup();
  }
});
