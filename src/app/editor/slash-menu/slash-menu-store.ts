import type { Range } from '@tiptap/core';
import type { SuggestionMount } from '@tiptap/suggestion';
import type { FormattingActions } from '../toolbar/formatting-commands.ts';
import type { SlashItem } from './slash-items.ts';

interface OpenSlashMenu {
  readonly items: readonly SlashItem[];
  /** Index of the item that Enter chooses. */
  readonly active: number;
  /** The typed words. */
  readonly range: Range;
  /** Keeps an element beside the typed words, until the returned function is called. */
  readonly mount: SuggestionMount;
}

/** What the slash menu of one editor offers now. */
export class SlashMenuStore {
  private around: FormattingActions | null = null;
  private open: OpenSlashMenu | null = null;
  private readonly listeners = new Set<() => void>();

  readonly read = (): OpenSlashMenu | null => this.open;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** What draws the menu says how its items act on the page around the text. */
  act(actions: FormattingActions): void {
    this.around = actions;
  }

  get actions(): FormattingActions {
    if (!this.around) throw new Error('Nothing draws the slash menu');
    return this.around;
  }

  active(): SlashItem | undefined {
    return this.open?.items[this.open.active];
  }

  show(items: readonly SlashItem[], range: Range, mount: SuggestionMount): void {
    const chosen = this.active();
    const active = Math.max(0, this.sameItems(items) && chosen ? items.indexOf(chosen) : 0);
    this.set(items.length === 0 ? null : { items, active, range, mount: this.open?.mount ?? mount });
  }

  move(step: number): void {
    if (!this.open) return;
    const { items, active } = this.open;
    this.set({ ...this.open, active: (active + step + items.length) % items.length });
  }

  close(): void {
    this.set(null);
  }

  private sameItems(items: readonly SlashItem[]): boolean {
    return (
      items.length === this.open?.items.length &&
      items.every((item, index) => item === this.open?.items[index])
    );
  }

  private set(open: OpenSlashMenu | null): void {
    this.open = open;
    for (const listener of this.listeners) listener();
  }
}
