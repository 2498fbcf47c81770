export interface DayGroup<T> {
  readonly day: Date;
  readonly items: readonly T[];
}

/** Groups adjacent items of one calendar day in the reader's time zone; keeps the order. */
export function groupByDay<T extends { readonly createdAt: Date }>(items: readonly T[]): DayGroup<T>[] {
  const groups: { day: Date; items: T[] }[] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last && last.day.toDateString() === item.createdAt.toDateString()) last.items.push(item);
    else groups.push({ day: item.createdAt, items: [item] });
  }
  return groups;
}
