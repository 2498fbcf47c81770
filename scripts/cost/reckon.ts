/** Estimates a team's monthly usage from measured rates, and its cost. Pure. */
import type { Plan, Unit, Usage } from './plans.ts';

export interface Team {
  readonly people: number;
  /** Hours a month in which each user has a document open. */
  readonly hours: number;
  /** Share of these hours spent typing. */
  readonly typing: number;
  /** Users in the same document, including the one typing. */
  readonly together: number;
}

/** The values, and how they were measured: measured-rates.ts. */
export interface Rates {
  /** Function calls per second of typing: by the author, and by each reader. */
  readonly callsTyping: number;
  readonly callsReading: number;
  readonly callsOpening: number;
  /** Messages sent per second of typing. Each is billed once, and once more for each receiver. */
  readonly messagesTyping: number;
  /** Messages sent when a document is opened. */
  readonly messagesOpening: number;
  readonly bytesPerMessage: number;
  /** Growth of a folded document per second of typing. */
  readonly keptBytesTyping: number;
  readonly bytesOpening: number;
  /** In an hour with a list open: requests to the database, and messages on the topic of its person. */
  readonly listReads: number;
  readonly listReadsWithoutTopic: number;
  readonly listMessages: number;
}

export interface Habits {
  readonly opensPerHour: number;
  readonly tabsPerPerson: number;
  readonly filesMbPerHour: number;
  /** Hours with a list in view, and mails to a user, for each hour with a document open. */
  readonly listHoursPerHour: number;
  readonly mailsPerHour: number;
  /** Copies of a document's text: itself and its versions. */
  readonly copiesKept: number;
  /** Age of the data in the database. */
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
    typingSeconds * rates.messagesTyping * (1 + readers) +
    openings * rates.messagesOpening * (1 + readers) +
    // Each has one receiver.
    openHours * habits.listHoursPerHour * rates.listMessages * 2;
  return {
    functionCalls:
      typingSeconds * (rates.callsTyping + readers * rates.callsReading) +
      openings * rates.callsOpening +
      // One call of `send-mails` for each at most.
      openHours * habits.mailsPerHour,
    messages,
    connections: people * habits.tabsPerPerson,
    egressGb: (messages * rates.bytesPerMessage + openings * rates.bytesOpening) / GB,
    databaseGb: (typingSeconds * rates.keptBytesTyping * habits.copiesKept * habits.months) / GB,
    filesGb: (openHours * habits.filesMbPerHour * habits.months) / 1000,
  };
}

/** A month's use that Supabase does not bill. */
export interface Unbilled {
  readonly mails: number;
  readonly listReads: number;
  readonly listReadsWithoutTopic: number;
}

export function reckonUnbilled({ people, hours }: Team, rates: Rates, habits: Habits): Unbilled {
  const openHours = people * hours;
  const listHours = openHours * habits.listHoursPerHour;
  return {
    mails: openHours * habits.mailsPerHour,
    listReads: listHours * rates.listReads,
    listReadsWithoutTopic: listHours * rates.listReadsWithoutTopic,
  };
}

export interface Price {
  readonly plan: Plan;
  /** In US dollars a month; null when the usage exceeds the plan. */
  readonly price: number | null;
  /** Units above the plan's allowance. */
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

/** The cheapest plan for this usage. Throws when every plan is too small; not with `PLANS`, since Pro has no maximum. */
export function choosePlan(usage: Usage, plans: readonly Plan[]): Price & { readonly price: number } {
  const offers = plans.flatMap((plan) => {
    const { price, ...rest } = priceOf(usage, plan);
    return price === null ? [] : [{ ...rest, price }];
  });
  const [first, ...others] = offers;
  if (first === undefined) throw new Error('no plan is large enough');
  return others.reduce((best, offer) => (offer.price < best.price ? offer : best), first);
}
