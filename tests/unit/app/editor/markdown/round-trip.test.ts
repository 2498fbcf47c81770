// @vitest-environment jsdom
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromMarkdown } from '../../../../../src/app/editor/markdown/from-markdown.ts';
import { toMarkdown } from '../../../../../src/app/editor/markdown/to-markdown.ts';
import { documentSchema } from '../../../../../src/app/editor/schema/document-schema.ts';
import { anyDocument } from '../../../../support/any-document.ts';

const schema = documentSchema();
/** Always the same 200; `SPOLU_DOCUMENTS=2000 npx vitest run --project page round-trip` generates others. */
const more = process.env['SPOLU_DOCUMENTS'];
const RUNS = Number(more ?? 200);

const NAMES = [...Object.keys(schema.nodes), ...Object.keys(schema.marks)].toSorted();

test(
  `${RUNS} documents survive writing and reading`,
  () => {
    const seen = new Set(['doc']);
    fc.assert(
      fc.property(anyDocument(schema), (doc) => {
        doc.check();
        doc.descendants(({ type, marks }) => {
          for (const { name } of [type, ...marks.map((mark) => mark.type)]) seen.add(name);
        });
        expect(fromMarkdown(schema, toMarkdown(doc)).toJSON()).toEqual(doc.toJSON());
      }),
      { numRuns: RUNS, ...(more === undefined ? { seed: 24 } : {}) },
    );
    expect([...seen].toSorted()).toEqual(NAMES);
  },
  20_000 + RUNS * 100,
);
