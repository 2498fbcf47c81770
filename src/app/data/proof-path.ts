/** Page with the proof of authorship up to a row of the log, by default the last. */
export const proofPath = (documentId: string, until: number | null): string =>
  `/documents/${documentId}/proof${until === null ? '' : `?until=${until}`}`;

/** Inverse of `proofPath`. */
export const readProvenSeq = (search: URLSearchParams): number | null =>
  /^[1-9]\d{0,14}$/.test(search.get('until') ?? '') ? Number(search.get('until')) : null;
