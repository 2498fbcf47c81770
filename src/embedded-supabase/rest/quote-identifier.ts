/**
 * An SQL identifier in double quotes, for names from the catalogue and output labels only. A NUL would end the
 * statement's text on the wire, and PostgreSQL has no names with one.
 */
export function quoteIdentifier(name: string): string {
  if (name.includes('\0')) throw new Error('An identifier cannot contain NUL.');
  return `"${name.replaceAll('"', '""')}"`;
}

export function quoteQualified(schema: string, name: string): string {
  return `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`;
}
