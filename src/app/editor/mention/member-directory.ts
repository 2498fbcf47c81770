import type { InsertedMention, InsertedIn } from './inserted-mentions.ts';

/** The members that can be mentioned in a document, fetched with the first mention. */
export interface KnownMember {
  readonly userId: string;
  readonly name: string;
  /** `#rrggbb` */
  readonly color: string;
  /** Address of the profile picture. */
  readonly picture?: string | undefined;
}

/** `insertedIn` comes along because it loads with the menu. */
export type OnMention = (mention: InsertedMention, insertedIn: InsertedIn) => void;

export class MemberDirectory {
  #members: readonly KnownMember[] | null = null;
  #isWanted = false;
  readonly #listeners = new Set<() => void>();

  /** Null until fetched. */
  readonly members = (): readonly KnownMember[] | null => this.#members;
  readonly isWanted = (): boolean => this.#isWanted;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  nameOf(userId: string): string | null {
    return this.#members?.find((member) => member.userId === userId)?.name ?? null;
  }

  #onMention: OnMention | undefined;

  /** Mentions that the user chose, in a shared text. */
  listen(onMention: OnMention | undefined): void {
    this.#onMention = onMention;
  }

  mentioned(mention: InsertedMention, insertedIn: InsertedIn): void {
    this.#onMention?.(mention, insertedIn);
  }

  /** Requests the members. Deferred, because it is called during rendering. */
  want(): void {
    if (this.#isWanted) return;
    this.#isWanted = true;
    queueMicrotask(() => this.#notify());
  }

  set(members: readonly KnownMember[]): void {
    this.#members = members;
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
