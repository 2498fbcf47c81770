/** Proofs of authorship without a deployment: a key, a log of two people, and the statement about it. */
import { createHash } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose';
import * as Y from 'yjs';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { readAuthorship } from '#contract/proof/authorship.ts';
import { runSteps } from '#contract/authorship/run-steps.ts';
import { canonicalText } from '#contract/proof/canonical-text.ts';
import {
  STATEMENT_ALGORITHM,
  STATEMENT_TYPE,
  type AnyHistoryClaims,
  type FullProofFile,
  type HistoryClaims,
} from '#contract/proof/proof-file.ts';
import { readKeys, type ProofKey } from '#contract/proof/proof-keys.ts';
import { textOfBlocks } from '#contract/proof/read-blocks.ts';

export const ANNA = { id: '3f2a91bc-0000-4000-8000-000000000001', name: 'Anna', client: 7 };
export const BORIS = { id: '77aa00ff-0000-4000-8000-000000000002', name: 'Boris', client: 9 };

export interface Row {
  readonly client: number | null;
  readonly atMs: number;
  readonly update: Uint8Array;
  readonly heirs?: string;
}

/** Anna writes a heading and a sentence, Boris goes on in her sentence, and Anna deletes a word of hers. */
export function logOfTwo(): Row[] {
  const [hers, his] = [new Y.Doc(), new Y.Doc()];
  hers.clientID = ANNA.client;
  his.clientID = BORIS.client;
  const rows: Row[] = [];
  const record = (doc: Y.Doc, other: Y.Doc): void =>
    void doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin === 'remote') return;
      rows.push({ client: doc.clientID, atMs: 1_764_362_000_000 + rows.length * 1000, update });
      Y.applyUpdate(other, update, 'remote');
    });
  record(hers, his);
  record(his, hers);
  const [heading, paragraph, text] = [
    new Y.XmlElement('heading'),
    new Y.XmlElement('paragraph'),
    new Y.XmlText(),
  ];
  hers.transact(() => {
    heading.setAttribute('level', 2 as unknown as string);
    heading.insert(0, [new Y.XmlText('Náklady')]);
    hers.getXmlFragment(TEXT_ROOT).insert(0, [heading, paragraph]);
    paragraph.insert(0, [text]);
  });
  text.insert(0, 'The rent is very high.');
  const read = his.getXmlFragment(TEXT_ROOT).get(1) as Y.XmlElement;
  (read.get(0) as Y.XmlText).insert(22, ' So we move.');
  text.delete(12, 5);
  return rows;
}

export interface Prover {
  readonly keys: readonly ProofKey[];
  readonly jwk: JWK;
  readonly sign: (claims: object, header?: object) => Promise<string>;
  readonly claimsOf: (rows: readonly Row[], text?: string) => AnyHistoryClaims;
  /** Version 3, with its text. */
  readonly prove: (
    rows: readonly Row[],
    change?: (claims: AnyHistoryClaims) => object,
  ) => Promise<FullProofFile>;
}

export async function openProver(): Promise<Prover> {
  const pair = await generateKeyPair(STATEMENT_ALGORITHM, { extractable: true });
  const jwk = await exportJWK(pair.publicKey);
  const keys = await readKeys({ keys: [jwk] });
  const sign: Prover['sign'] = (claims, header = { jwk, kid: keys[0]!.id }) =>
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg: STATEMENT_ALGORITHM, typ: STATEMENT_TYPE, ...header })
      .setIssuedAt(new Date(1_764_362_100_000))
      .sign(pair.privateKey);
  const prove: Prover['prove'] = async (rows, change = (same) => same) => {
    const claims = claimsOf(rows);
    const { text } = authorshipOf(claims, rows);
    return {
      format: 'history-proof',
      version: 3,
      statement: await sign(change(claims)),
      rows: encodeRows(rows),
      heirs: rows.flatMap(({ heirs }, at): [number, string][] =>
        heirs === undefined ? [] : [[at + 1, heirs]],
      ),
      text: text === null ? null : structuredClone([...text]),
    };
  };
  return { keys, jwk, sign, claimsOf, prove };
}

export const encodeRows = (rows: readonly Row[]): FullProofFile['rows'] =>
  rows.map(({ client, atMs, update }, at) => [at + 1, client, atMs, Buffer.from(update).toString('base64')]);

const hash = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');

const authorshipOf = (claims: HistoryClaims, rows: readonly Row[]) =>
  runSteps(
    readAuthorship(
      claims,
      rows.map(({ client, atMs, update }) => ({ client, atMs, update })),
    ),
  );

/** `text`: in place of the one that the rows make. */
function claimsOf(rows: readonly Row[], text?: string): AnyHistoryClaims {
  const log: HistoryClaims = {
    document: { id: '5c0ffee0-0000-4000-8000-00000000000d', title: 'Náklady' },
    from: 1,
    until: rows.length,
    refused: [],
    // As `describe_history` computes it.
    chain: rows.reduce(
      (before, { client, atMs, update, heirs }, at) =>
        hash(
          [before, at + 1, atMs, client ?? '-', hash(update), ...(heirs === undefined ? [] : [heirs])].join(
            ' ',
          ),
        ),
      '',
    ),
    writers: [ANNA, BORIS].map(({ id, client }) => [client, id]),
    people: [ANNA, BORIS].map(({ id, name }) => ({ id, name })),
  };
  const signed = text ?? textOfBlocks(authorshipOf(log, rows).text ?? []);
  return {
    ...log,
    version: 3,
    text: { sha256: hash(canonicalText(signed)) },
    requestedBy: { id: ANNA.id, name: ANNA.name, email: 'anna@example.com' },
  };
}
