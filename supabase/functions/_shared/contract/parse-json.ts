const decoder = new TextDecoder('utf-8', { fatal: true });

/** The value of a JSON text or of its UTF-8 bytes; undefined when it is none. */
export function parseJson(json: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof json === 'string' ? json : decoder.decode(json));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}
