import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { useState } from 'react';
import { oncePerPlace } from '../binding/once-per-place.ts';
import { readHighlightColor, type HighlightColor } from '../schema/highlight.ts';
import { HEADING_LEVELS } from '../schema/document-schema.ts';
import { FORMATTING_COMMANDS, type CommandId } from './formatting-commands.ts';

export type TextStyle = 'paragraph' | 'codeBlock' | `heading${(typeof HEADING_LEVELS)[number]}`;

export interface CommandState {
  /** Null for a command without a state. */
  readonly active: boolean | null;
  readonly available: boolean;
}

export interface ToolbarState {
  readonly commands: Record<CommandId, CommandState>;
  readonly style: TextStyle;
  /** Null where nothing is highlighted. */
  readonly highlight: HighlightColor | null;
}

/** Toolbar state at the caret; renders again only when it changes. */
export function useToolbarState(editor: Editor): ToolbarState {
  const [read] = useState(() => oncePerPlace(readToolbarState));
  return useEditorState({ editor, selector: ({ editor: current }) => read(current) });
}

function readToolbarState(editor: Editor): ToolbarState {
  const states = FORMATTING_COMMANDS.map(({ id, isActive, isAvailable }) => [
    id,
    { active: isActive?.(editor) ?? null, available: isAvailable?.(editor) ?? true },
  ]);
  return {
    commands: Object.fromEntries(states) as Record<CommandId, CommandState>,
    style: readStyle(editor),
    highlight: editor.isActive('highlight')
      ? readHighlightColor(editor.getAttributes('highlight')['color'])
      : null,
  };
}

function readStyle(editor: Editor): TextStyle {
  if (editor.isActive('codeBlock')) return 'codeBlock';
  const level = HEADING_LEVELS.find((level) => editor.isActive('heading', { level }));
  return level === undefined ? 'paragraph' : `heading${level}`;
}
