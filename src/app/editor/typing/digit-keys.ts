import { Extension } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { HEADING_LEVELS } from '../schema/document-schema.ts';
import { isApple, isWindows } from '../../ui/shortcut-label.ts';

type Keys = Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'getModifierState'>;

/**
 * The digit by the position of its key: a Czech layout types é with the key of zero, and some browsers report only
 * that character. Null for AltGr, which types characters.
 */
export function readDigit(event: Keys, platform: string): number | null {
  const digit = /^Digit([0-6])$/.exec(event.code)?.[1];
  if (digit === undefined || event.getModifierState('AltGraph')) return null;
  const { ctrlKey: ctrl, metaKey: meta, shiftKey: shift, altKey: alt } = event;
  const standIn = ctrl && shift && !alt && !meta;
  const mod = isApple(platform) ? meta && !ctrl : ctrl && !meta;
  // Windows reports AltGr as Control and Alt.
  const usual = mod && alt && !shift && !isWindows(platform);
  return standIn || usual ? Number(digit) : null;
}

/** Heading shortcuts by position of the digit key, for layouts whose digit keys type other characters. */
export const DigitKeys = Extension.create({
  name: 'digitKeys',
  addProseMirrorPlugins() {
    const { editor } = this;
    return [
      new Plugin({
        key: new PluginKey('digitKeys'),
        props: {
          handleKeyDown: (_view, event) => {
            const digit = /^[0-6]$/.test(event.key) ? null : readDigit(event, navigator.platform);
            if (digit === null) return false;
            const level = HEADING_LEVELS.find((one) => one === digit);
            return level === undefined
              ? editor.commands.setParagraph()
              : editor.commands.toggleHeading({ level });
          },
        },
      }),
    ];
  },
});
