import type { Editor, Range } from '@tiptap/core';
import type { ReactNode } from 'react';
import type { SuggestionMount } from '@tiptap/suggestion';
import type { editor as texts } from '../../i18n/en-us/editor.ts';
import type { FormattingActions } from '../toolbar/formatting-commands.ts';

/** Translation key in the `editor` namespace. */
export type SuggestionLabel = `suggestions.${keyof typeof texts.suggestions}`;

/** One suggested item. */
export interface Suggestion {
  readonly id: string;
  readonly draw: () => ReactNode;
  /** Called after the query is deleted. */
  readonly run: (editor: Editor, actions: FormattingActions) => void;
}

interface OpenSuggestions {
  /** Its accessible name. */
  readonly label: SuggestionLabel;
  /** Null while they load. */
  readonly items: readonly Suggestion[] | null;
  /** Range of the query. */
  readonly range: Range;
  /** Keeps an element beside the query until the returned function is called. */
  readonly mount: SuggestionMount;
  /** Closes the list until the query changes. */
  readonly exit: () => void;
}

/** The suggestions that one editor currently shows. */
export class SuggestionStore {
  private around: FormattingActions | null = null;
  private open: (OpenSuggestions & { readonly active: number }) | null = null;
  private readonly listeners = new Set<() => void>();

  readonly read = () => this.open;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Set by the list component: actions of the page around the text. */
  act(actions: FormattingActions): void {
    this.around = actions;
  }

  get actions(): FormattingActions {
    if (!this.around) throw new Error('no list is mounted');
    return this.around;
  }

  readonly isSeen = (): boolean => this.around !== null && this.open !== null;

  /** The item that Enter chooses; none while no list is rendered. */
  active(): Suggestion | undefined {
    return this.isSeen() ? this.open?.items?.[this.open.active] : undefined;
  }

  /** Keeps the active item while the items stay the same. */
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
