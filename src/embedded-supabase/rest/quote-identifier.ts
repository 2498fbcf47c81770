/**
 * An SQL identifier in double quotes. Only names from the catalogue and output labels come here; a NUL would end the
 * statement's text on the wire, and no name that PostgreSQL knows has one.
 */
export function quoteIdentifier(name: string): string {
  if (name.includes('\0')) throw new Error('An identifier cannot contain NUL.');
  return `"${name.replaceAll('"', '""')}"`;
}

export function quoteQualified(schema: string, name: string): string {
  return `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`;
}
