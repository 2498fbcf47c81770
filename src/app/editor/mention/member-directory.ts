/** Whom one can mention in a document, fetched once somebody is mentioned. */
export interface KnownMember {
  readonly userId: string;
  readonly name: string;
  /** `#rrggbb` */
  readonly color: string;
  /** Address of their picture. */
  readonly picture?: string | undefined;
}

export class MemberDirectory {
  #members: readonly KnownMember[] | null = null;
  #isWanted = false;
  readonly #listeners = new Set<() => void>();

  /** Null until they have been fetched. */
  readonly members = (): readonly KnownMember[] | null => this.#members;
  readonly isWanted = (): boolean => this.#isWanted;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  nameOf(userId: string): string | null {
    return this.#members?.find((member) => member.userId === userId)?.name ?? null;
  }

  /** Asked for while something is drawn, which must not draw anything else. */
  want(): void {
    if (this.#isWanted) return;
    this.#isWanted = true;
    queueMicrotask(() => this.#tell());
  }

  know(members: readonly KnownMember[]): void {
    this.#members = members;
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
