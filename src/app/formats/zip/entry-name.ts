/** Names of the entries of a zip. */

/** Code page 852, in which Windows writes Czech names without saying so; ASCII is the same everywhere. */
const CODE_PAGE_852 =
  'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00AD˝˛ˇ˘§÷¸°¨˙űŘř■\u00A0';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** UTF-8 also where its flag is missing, because macOS sets none. */
export function decodeName(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes).normalize('NFC');
  } catch {
    // No UTF-8.
    return Array.from(bytes, (byte) =>
      byte < 128 ? String.fromCharCode(byte) : CODE_PAGE_852[byte - 128],
    ).join('');
  }
}

const MAX_NAME_CHARS = 1000;

/** Whether a path stays inside the folder it is unpacked to, on each system. */
export function isSafePath(path: string): boolean {
  if (path === '' || path.length > MAX_NAME_CHARS) return false;
  if (/[\p{Cc}\\]|^\/|^[A-Za-z]:/u.test(path)) return false;
  const steps = path.replace(/\/$/, '').split('/');
  return steps.every((step) => step !== '' && step !== '.' && step !== '..');
}
