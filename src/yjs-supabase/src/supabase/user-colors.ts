/** The color of a user in the text, unless the host brings colors of its own. */

/** A user of the roster; `color` is the number of the color that the user chose, or null. */
export interface ColoredUser {
  readonly userId: string;
  readonly color: number | null;
}

/** Readable on white. */
const COLORS = ['#ce0d6e', '#976500', '#028723', '#0079a8', '#2d5eec', '#8047e1'];

/** The same color for a user on every page. */
export const colorsById = (users: readonly ColoredUser[]): ReadonlyMap<string, string> =>
  new Map(
    users.map(({ userId }) => {
      const digits = Number.parseInt(userId.slice(0, 8), 16);
      return [userId, COLORS[digits % COLORS.length]!];
    }),
  );
