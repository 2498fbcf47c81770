/**
 * Encodes a binary message as one unmasked WebSocket frame (RFC 6455, section 5.2), once for all receivers. `ws` would
 * write header and message separately for each receiver, which takes three times as long after an idle period
 * (docs/decisions/0008).
 */
const FINAL_BINARY = 0x82;
const TWO_BYTES_FOLLOW = 126;
const EIGHT_BYTES_FOLLOW = 127;

interface Framed {
  readonly message: Uint8Array;
  readonly frame: Buffer;
}

/** Cache of the last frame: a broadcast is sent to each member of its room in turn. */
let latest: Framed | null = null;

/** The message must not be modified afterwards. */
export function frameBinary(message: Uint8Array): Buffer {
  if (latest?.message !== message) latest = { message, frame: encodeBinaryFrame(message) };
  return latest.frame;
}

function encodeBinaryFrame(message: Uint8Array): Buffer {
  const { length } = message;
  const at = length < TWO_BYTES_FOLLOW ? 2 : length <= 0xffff ? 4 : 10;
  const frame = Buffer.allocUnsafe(at + length);
  frame[0] = FINAL_BINARY;
  frame[1] = at === 2 ? length : at === 4 ? TWO_BYTES_FOLLOW : EIGHT_BYTES_FOLLOW;
  if (at === 4) frame.writeUInt16BE(length, 2);
  if (at === 10) frame.writeBigUInt64BE(BigInt(length), 2);
  frame.set(message, at);
  return frame;
}
