/** What a team uses in a month, by measured rates, and what that costs. Pure. */
import type { Plan, Unit, Usage } from './plans.ts';

export interface Team {
  readonly people: number;
  /** Hours a month in which each has a document open. */
  readonly hours: number;
  /** Of these hours, the part in which one types. */
  readonly typing: number;
  /** People in the same document, the one who types among them. */
  readonly together: number;
}

/** Each with the place where it was measured: measured-rates.ts. */
export interface Rates {
  /** Calls of edge functions in a second in which one types, and those of each who reads along. */
  readonly callsTyping: number;
  readonly callsReading: number;
  readonly callsOpening: number;
  /** Messages said in a second in which one types. Each counts once, and once more for each who hears it. */
  readonly messagesTyping: number;
  /** Said and heard when one opens a document. */
  readonly messagesOpening: number;
  readonly bytesPerMessage: number;
  /** What a document grows by in a second in which one types, once its log is folded. */
  readonly keptBytesTyping: number;
  readonly bytesOpening: number;
}

export interface Habits {
  readonly opensPerHour: number;
  readonly tabsPerPerson: number;
  readonly filesMbPerHour: number;
  /** Of a document's text: itself and its versions. */
  readonly copiesKept: number;
  /** What was written so long ago is counted in the database. */
  readonly months: number;
}

const GB = 1_000_000_000;

export function reckonUsage(team: Team, rates: Rates, habits: Habits): Usage {
  const { people, hours, typing, together } = team;
  const openHours = people * hours;
  const typingSeconds = openHours * typing * 3600;
  const openings = openHours * habits.opensPerHour;
  const readers = Math.max(together, 1) - 1;
  const messages =
    typingSeconds * rates.messagesTyping * (1 + readers) + openings * rates.messagesOpening * (1 + readers);
  return {
    functionCalls:
      typingSeconds * (rates.callsTyping + readers * rates.callsReading) + openings * rates.callsOpening,
    messages,
    connections: people * habits.tabsPerPerson,
    egressGb: (messages * rates.bytesPerMessage + openings * rates.bytesOpening) / GB,
    databaseGb: (typingSeconds * rates.keptBytesTyping * habits.copiesKept * habits.months) / GB,
    filesGb: (openHours * habits.filesMbPerHour * habits.months) / 1000,
  };
}

export interface Price {
  readonly plan: Plan;
  /** In US dollars a month; null when the plan does not hold so much. */
  readonly price: number | null;
  /** What is above the plan's allowance. */
  readonly above: readonly Unit[];
}

export function priceOf(usage: Usage, plan: Plan): Price {
  const units = Object.keys(usage) as Unit[];
  const above = units.filter((unit) => usage[unit] > plan.included[unit]);
  const { more } = plan;
  if (more === null) return { plan, price: above.length === 0 ? plan.basePrice : null, above };
  const extra = above.map((unit) => {
    const { size, price } = more[unit];
    return Math.ceil((usage[unit] - plan.included[unit]) / size) * price;
  });
  return { plan, price: extra.reduce((sum, part) => sum + part, plan.basePrice), above };
}

/** The cheapest that holds so much. Throws when none does: the last one sells whatever is asked for. */
export function choosePlan(usage: Usage, plans: readonly Plan[]): Price & { readonly price: number } {
  const offers = plans.flatMap((plan) => {
    const { price, ...rest } = priceOf(usage, plan);
    return price === null ? [] : [{ ...rest, price }];
  });
  const [first, ...others] = offers;
  if (first === undefined) throw new Error('no plan holds so much');
  return others.reduce((best, offer) => (offer.price < best.price ? offer : best), first);
}
