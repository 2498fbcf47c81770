/**
 * Plans of hosted Supabase, as of `PRICES_OF`, in US dollars a month: supabase.com/pricing and
 * supabase.com/docs/guides/platform/manage-your-usage. Look there before you rely on them.
 */
export const PRICES_OF = '2026-11-25';

/** Billed units: per month, or the peak. */
export const UNITS = {
  functionCalls: 'function calls',
  messages: 'Realtime messages',
  connections: 'Realtime connections at once',
  egressGb: 'GB sent out',
  databaseGb: 'GB in the database',
  filesGb: 'GB of files',
} as const;

export type Unit = keyof typeof UNITS;
export type Usage = Readonly<Record<Unit, number>>;

export interface Plan {
  readonly name: string;
  readonly basePrice: number;
  /** Realtime's limit of messages per second: VITE_REALTIME_EVENTS_PER_SECOND. */
  readonly eventsPerSecond: number;
  readonly included: Usage;
  /** Usage above the allowance is sold in whole packages; null when the plan sells none. */
  readonly more: Readonly<Record<Unit, { readonly size: number; readonly price: number }>> | null;
}

const MILLION = 1_000_000;

/** Cheapest first. Pro with its spend cap off; with it on, service stops at the allowance. */
export const PLANS: readonly Plan[] = [
  {
    name: 'Free',
    basePrice: 0,
    eventsPerSecond: 100,
    included: {
      functionCalls: 0.5 * MILLION,
      messages: 2 * MILLION,
      connections: 200,
      egressGb: 5,
      databaseGb: 0.5,
      filesGb: 1,
    },
    more: null,
  },
  {
    name: 'Pro',
    basePrice: 25,
    eventsPerSecond: 2500,
    included: {
      functionCalls: 2 * MILLION,
      messages: 5 * MILLION,
      connections: 500,
      egressGb: 250,
      databaseGb: 8,
      filesGb: 100,
    },
    more: {
      functionCalls: { size: MILLION, price: 2 },
      messages: { size: MILLION, price: 2.5 },
      connections: { size: 1000, price: 10 },
      egressGb: { size: 1, price: 0.09 },
      databaseGb: { size: 1, price: 0.125 },
      filesGb: { size: 1, price: 0.021 },
    },
  },
];
