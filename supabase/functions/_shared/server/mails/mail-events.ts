/** Events of mail providers, as far as they are about an address that mails do not reach. Pure. */
import { z } from 'zod';

export interface Bounce {
  readonly address: string;
  /** `soft`: for now. Three of them in a week count as `bounced`. */
  readonly reason: 'bounced' | 'complained' | 'soft';
}

/** https://resend.com/docs/webhooks/event-types */
const resendEvent = z.object({
  type: z.string(),
  data: z.object({
    to: z.tuple([z.string()], z.string()),
    bounce: z.object({ type: z.string() }).optional(),
  }),
});

/** Null for every other event. */
export function readResendEvent(event: unknown): Bounce | null {
  const { data: read } = resendEvent.safeParse(event);
  if (read === undefined) return null;
  const [address] = read.data.to;
  if (read.type === 'email.complained') return { address, reason: 'complained' };
  if (read.type === 'email.suppressed') return { address, reason: 'bounced' };
  if (read.type !== 'email.bounced') return null;
  // Without a type the mail server refused for good.
  const { type = 'Permanent' } = read.data.bounce ?? {};
  return { address, reason: type === 'Permanent' ? 'bounced' : 'soft' };
}

/** https://postmarkapp.com/developer/webhooks/bounce-webhook, /spam-complaint-webhook and /subscription-change-webhook */
const postmarkEvent = z.union([
  z.object({ RecordType: z.literal('Bounce'), Type: z.string(), Email: z.string(), Inactive: z.boolean() }),
  z.object({ RecordType: z.literal('SpamComplaint'), Email: z.string() }),
  z.object({
    RecordType: z.literal('SubscriptionChange'),
    Recipient: z.string(),
    SuppressSending: z.literal(true),
    SuppressionReason: z.string().nullable(),
  }),
]);

const COMPLAINTS = ['SpamComplaint', 'SpamNotification'];
const SOFT = ['Transient', 'SoftBounce', 'DnsError', 'Blocked', 'Undeliverable'];

/** Null for every other event. */
export function readPostmarkEvent(event: unknown): Bounce | null {
  const { data: read } = postmarkEvent.safeParse(event);
  if (read === undefined) return null;
  if (read.RecordType === 'SpamComplaint') return { address: read.Email, reason: 'complained' };
  if (read.RecordType === 'SubscriptionChange')
    return {
      address: read.Recipient,
      reason: read.SuppressionReason === 'HardBounce' ? 'bounced' : 'complained',
    };
  const { Email: address, Type: type, Inactive: isInactive } = read;
  if (COMPLAINTS.includes(type)) return { address, reason: 'complained' };
  // Postmark itself sends nothing more there.
  if (isInactive) return { address, reason: 'bounced' };
  return SOFT.includes(type) ? { address, reason: 'soft' } : null;
}
