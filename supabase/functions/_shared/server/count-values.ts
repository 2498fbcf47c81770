/** The number of values in UTF-8 bytes of JSON, or more: keys' values, elements, and their containers. Parses nothing. */
export function countValues(json: Uint8Array): number {
  let count = 1;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (isText && byte === BACKSLASH) at += 1;
    else if (byte === QUOTE) isText = !isText;
    // Each value but the first is preceded by one of these.
    else if (!isText && (byte === COMMA || byte === BRACKET || byte === BRACE)) count += 1;
  }
  return count;
}

const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b];
