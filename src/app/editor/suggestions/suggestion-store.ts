import type { Editor, Range } from '@tiptap/core';
import type { ReactNode } from 'react';
import type { SuggestionMount } from '@tiptap/suggestion';
import type { FormattingActions } from '../toolbar/formatting-commands.ts';

/** One thing offered. */
export interface Suggestion {
  readonly id: string;
  readonly draw: () => ReactNode;
  /** The typed words are gone by then. */
  readonly run: (editor: Editor, actions: FormattingActions) => void;
}

interface OpenSuggestions {
  /** Key of its accessible name in the `editor` words. */
  readonly label: 'suggestions.blocks' | 'suggestions.emoji' | 'suggestions.members';
  /** Null while they are fetched. */
  readonly items: readonly Suggestion[] | null;
  /** The typed words. */
  readonly range: Range;
  /** Keeps an element beside the typed words, until the returned function is called. */
  readonly mount: SuggestionMount;
  /** Closes, until other words are typed. */
  readonly exit: () => void;
}

export type SuggestionLabel = OpenSuggestions['label'];

/** What one editor offers now for the words before the caret. */
export class SuggestionStore {
  private around: FormattingActions | null = null;
  private open: (OpenSuggestions & { readonly active: number }) | null = null;
  private readonly listeners = new Set<() => void>();

  readonly read = () => this.open;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** What draws the list says how its items act on the page around the text. */
  act(actions: FormattingActions): void {
    this.around = actions;
  }

  get actions(): FormattingActions {
    if (!this.around) throw new Error('Nothing draws the suggestions');
    return this.around;
  }

  readonly isSeen = (): boolean => this.around !== null && this.open !== null;

  /** What the keys choose; nothing while nobody sees it. */
  active(): Suggestion | undefined {
    return this.isSeen() ? this.open?.items?.[this.open.active] : undefined;
  }

  /** What was chosen by the arrows stays chosen while the same is offered. */
  show(open: OpenSuggestions): void {
    const active = this.offersSame(open) ? (this.open?.active ?? 0) : 0;
    const mount = this.open?.label === open.label ? this.open.mount : open.mount;
    this.set({ ...open, active, mount });
  }

  move(step: number): void {
    if (!this.open?.items?.length) return;
    const { items, active } = this.open;
    this.set({ ...this.open, active: (active + step + items.length) % items.length });
  }

  close(): void {
    this.set(null);
  }

  private offersSame({ label, items }: OpenSuggestions): boolean {
    return (
      label === this.open?.label &&
      items?.length === this.open.items?.length &&
      (items ?? []).every(({ id }, index) => id === this.open?.items?.[index]?.id)
    );
  }

  private set(open: (OpenSuggestions & { readonly active: number }) | null): void {
    this.open = open;
    for (const listener of this.listeners) listener();
  }
}
