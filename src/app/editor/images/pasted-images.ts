/** Which pictures come with what is pasted or dropped. */

/** Files, unless they are only a picture of words that came along: office programs add one to what they copy. */
export function readImageFiles(data: DataTransfer): readonly File[] {
  const files = [...data.files];
  if (files.length === 0) return [];
  const html = parse(data);
  return html && html.textContent.trim() !== '' ? [] : files;
}

/** Pictures that lie elsewhere, and so stay out of the document. */
export const bringsForeignImages = (data: DataTransfer): boolean =>
  parse(data)?.querySelector('img[src]:not([data-src])') != null;

/** Without scripts, and nothing in it is loaded. */
function parse(data: DataTransfer): HTMLElement | null {
  const html = data.getData('text/html');
  return html === '' ? null : new DOMParser().parseFromString(html, 'text/html').body;
}
