/** Turns images of emoji into text and removes invisible images and the icons of a page. */
import { isOfficeProgram } from './drop-unseen.ts';
import { textOf } from './elements.ts';

const EMOJI_TEXT = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|[#*0-9]\uFE0F?\u20E3)/u;
const EMOJI_IMAGE =
  '[data-emoji], [data-stringify-emoji], [itemtype$="/Emoji"], .emoji, .emoticon, [data-type="emoji"], .wp-smiley';
/** Emoji files are named by code points. */
const CODE_POINTS = /\/((?:[\da-f]{4,6}-)*[\da-f]{4,6})(?:@\dx)?\.(?:png|svg|gif|webp)(?:\?|$)/i;
const NO_CODE_POINT = 0x110000;

export function readImages(body: HTMLElement): void {
  const isOffice = isOfficeProgram(body);
  for (const image of body.querySelectorAll('img')) {
    const emoji = readEmoji(image);
    if (emoji !== null) image.replaceWith(emoji);
    else if (isPixel(image) || (!isOffice && isIcon(image))) image.remove();
  }
  for (const line of body.querySelectorAll(':is(p, h1, h2, h3, h4, h5, h6):has(img)')) {
    // A picture is a block here. The line around it would stay behind, empty.
    if (textOf(line) === '' && !line.querySelector('[data-type]'))
      line.replaceWith(...line.querySelectorAll('img'));
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

const sidesOf = (image: HTMLElement): (string | null)[] => [
  image.getAttribute('width') ?? image.style.width,
  image.getAttribute('height') ?? image.style.height,
];

/** Tracking pixels and spacers. */
const isPixel = (image: HTMLElement): boolean =>
  sidesOf(image).some((side) => /^[0-2](?:\.\d+)?(?:px)?$/.test(side ?? ''));

const MAX_ICON = 32;

/** The sign of a site or a kind of file, beside its name: small, and without words of its own. */
function isIcon(image: HTMLElement): boolean {
  const sizes = sidesOf(image)
    .map((side) => Number.parseFloat(side ?? ''))
    .filter((size) => !Number.isNaN(size));
  const isSilent =
    (image.getAttribute('alt') ?? '') === '' || image.matches('[role="presentation"], [role="none"]');
  return isSilent && sizes.length > 0 && sizes.every((size) => size <= MAX_ICON);
}
