// @vitest-environment jsdom
import { getExtensionField, type InputRule } from '@tiptap/core';
import { afterEach, expect, test } from 'vitest';
import { rulesFor } from '../../../../../src/app/editor/typography/language-rules.ts';
import { closeSeat, openSeat, typeText, type Seat, readHtml } from '../../../../support/editors.ts';

let seat: Seat;
afterEach(() => closeSeat(seat));

/** All input rules with a pattern. Those that are functions have tests of their own. */
function listRules({ editor }: Seat): readonly RegExp[] {
  const rules = editor.extensionManager.extensions.flatMap((extension) => {
    const { name, options, storage } = extension;
    const type = editor.schema.nodes[name] ?? editor.schema.marks[name];
    const place = { name, options, storage, editor, type };
    return getExtensionField<(() => InputRule[]) | undefined>(extension, 'addInputRules', place)?.() ?? [];
  });
  const ofLanguages = ['cs', 'en-US'].flatMap((lang) => rulesFor(lang));
  return [...rules, ...ofLanguages].flatMap(({ find }) => (find instanceof RegExp ? [find] : []));
}

/** A sign, a space, digits, or a set of them. */
const ENDS_IN_NO_LETTER = /(?:\\[sd$]\+?|\[(?:\\[sn]|[^\]\\\p{L}])+\]|[^\p{L}\\+*?})\]]|\\[^\p{L}])$/u;
const withoutEnd = ({ source }: RegExp): string => source.replace(/(?<!\\)(?:\(\?!.*?\))?\)*\$$/, '');

test('no input rule ends in a letter, so letters can skip them', () => {
  seat = openSeat('Ann', '#2d5eec');
  const rules = listRules(seat);
  expect(rules.length).toBeGreaterThan(50);
  for (const rule of rules) expect(withoutEnd(rule), String(rule)).toMatch(ENDS_IN_NO_LETTER);
  for (const letter of ['x$', '(?:a|[xyz])$', '\\w+$'])
    expect(withoutEnd(new RegExp(letter))).not.toMatch(ENDS_IN_NO_LETTER);
});

test('emphasis between underscores is also reverted by a letter', () => {
  seat = openSeat('Ann', '#2d5eec');
  typeText(seat, 'read _this_');
  expect(readHtml(seat.editor)).toContain('<em>this</em>');
  typeText(seat, 'x');
  expect(seat.editor.getText()).toBe('read _this_x');
});
