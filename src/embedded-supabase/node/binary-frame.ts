/**
 * A binary message as a server puts it on a WebSocket: one frame, not masked (RFC 6455, section 5.2), in one piece, and
 * made once for all who are told the same. `ws` hands header and message to the socket one by one for each of them, which
 * takes three times as long when nobody has typed for a while (docs/decisions/0008).
 */
const FINAL_BINARY = 0x82;
const TWO_BYTES_FOLLOW = 126;
const EIGHT_BYTES_FOLLOW = 127;

interface Framed {
  readonly message: Uint8Array;
  readonly frame: Buffer;
}

/** The last one: a broadcast is said to everybody in its room, one after the other. */
let latest: Framed | null = null;

/** The message must not be changed any more. */
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
