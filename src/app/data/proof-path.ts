/** Who wrote the document up to a row of the log, by default all of it. */
export const proofPath = (documentId: string, until: number | null): string =>
  `/documents/${documentId}/proof${until === null ? '' : `?until=${until}`}`;

/** What `proofPath` wrote. */
export const readProvenSeq = (search: URLSearchParams): number | null =>
  /^[1-9]\d{0,14}$/.test(search.get('until') ?? '') ? Number(search.get('until')) : null;
