/** Chooses the reply's media type from those that the caller accepts. */
import type { Routine } from './catalogue.ts';
import { refuseMediaType } from './refusals.ts';

export type Format =
  | { readonly kind: 'array' | 'object'; readonly contentType: string; readonly stripNulls: boolean }
  | { readonly kind: 'csv'; readonly contentType: string }
  /** The single value of a function, unencoded. */
  | { readonly kind: 'raw'; readonly contentType: string };

/** Throws PGRST107 when none fits. @param routine the function of an rpc call, else null. */
export function negotiate(accept: string | null, routine: Routine | null): Format {
  const accepted = splitAccept(accept);
  for (const type of accepted) {
    const format = rawFormat(type, routine) ?? builtInFormat(type);
    if (format !== null) return format;
  }
  throw refuseMediaType(accepted.map(({ full }) => full));
}

interface Accepted {
  readonly full: string;
  readonly type: string;
  readonly stripNulls: boolean;
}

function splitAccept(accept: string | null): readonly Accepted[] {
  const entries = (accept ?? '*/*').split(',').map((entry) => {
    const [type = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    const quality = Number(parameters.find((part) => part.startsWith('q='))?.slice(2) ?? 1);
    return { full: entry.trim(), type, stripNulls: parameters.includes('nulls=stripped'), quality };
  });
  return entries.filter(({ type }) => type !== '').sort((one, other) => other.quality - one.quality);
}

function builtInFormat({ type, stripNulls }: Accepted): Format | null {
  switch (type) {
    case '*/*':
    case 'application/*':
    case 'application/json':
      return { kind: 'array', contentType: 'application/json; charset=utf-8', stripNulls: false };
    case 'application/vnd.pgrst.array+json':
    case 'application/vnd.pgrst.array': {
      const contentType = `application/vnd.pgrst.array+json${stripNulls ? ';nulls=stripped' : ''}; charset=utf-8`;
      return { kind: 'array', contentType, stripNulls };
    }
    case 'application/vnd.pgrst.object+json':
    case 'application/vnd.pgrst.object': {
      const contentType = `application/vnd.pgrst.object+json${stripNulls ? ';nulls=stripped' : ''}; charset=utf-8`;
      return { kind: 'object', contentType, stripNulls };
    }
    case 'text/csv':
      return { kind: 'csv', contentType: 'text/csv; charset=utf-8' };
    default:
      return null;
  }
}

/**
 * A function that returns a domain named after a media type answers with that type on request; one whose domain stands
 * for any type always does (PostgREST, "Media Type Handlers"). The embedded Supabase also serves plain `bytea` as
 * `application/octet-stream`, which PostgREST 12 and newer do not.
 */
function rawFormat({ type }: Accepted, routine: Routine | null): Format | null {
  const returns = routine?.returns;
  if (returns?.kind !== 'scalar' || returns.isSet) return null;
  const { name, isDomain, baseName } = returns.type;
  if (isDomain && name === '*/*') return { kind: 'raw', contentType: 'application/octet-stream' };
  if (isDomain && name.includes('/')) return type === name ? { kind: 'raw', contentType: name } : null;
  if (type === 'application/octet-stream' && baseName === 'bytea') return { kind: 'raw', contentType: type };
  return null;
}
