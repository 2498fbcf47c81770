/** Turns images of emoji into text and removes invisible images. */

const EMOJI_TEXT = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|[#*0-9]\uFE0F?\u20E3)/u;
const EMOJI_IMAGE =
  '[data-emoji], [data-stringify-emoji], [itemtype$="/Emoji"], .emoji, .emoticon, [data-type="emoji"], .wp-smiley';
/** Emoji files are named by code points. */
const CODE_POINTS = /\/((?:[\da-f]{4,6}-)*[\da-f]{4,6})(?:@\dx)?\.(?:png|svg|gif|webp)(?:\?|$)/i;
const NO_CODE_POINT = 0x110000;

export function readImages(body: HTMLElement): void {
  for (const image of body.querySelectorAll('img')) {
    const emoji = readEmoji(image);
    if (emoji !== null) image.replaceWith(emoji);
    else if (isPixel(image)) image.remove();
  }
}

function readEmoji(image: Element): string | null {
  const alt = image.getAttribute('alt') ?? '';
  if (EMOJI_TEXT.test(alt) && alt.length <= 20) return alt;
  if (!image.matches(EMOJI_IMAGE)) return null;
  const points = CODE_POINTS.exec(image.getAttribute('src') ?? '')?.[1]?.split('-') ?? [];
  const codes = points.map((point) => Number.parseInt(point, 16));
  const text = codes.every((code) => code < NO_CODE_POINT) ? String.fromCodePoint(...codes) : '';
  return EMOJI_TEXT.test(text) ? text : alt;
}

/** Tracking pixels and spacers. */
function isPixel(image: HTMLElement): boolean {
  const sides = [
    image.getAttribute('width') ?? image.style.width,
    image.getAttribute('height') ?? image.style.height,
  ];
  return sides.some((side) => /^[0-2](?:\.\d+)?(?:px)?$/.test(side));
}
