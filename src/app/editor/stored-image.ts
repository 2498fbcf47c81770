import { Image } from '@tiptap/extension-image';

/** Where the product keeps uploaded images, on whichever Supabase it runs. */
const STORED = /^https?:\/\/[^/]+\/storage\/v1\/object\//;

/** Only images kept in the product's own storage: a foreign one would tell its server who reads the document, and when. */
const isStoredImage = (src: unknown): src is string => typeof src === 'string' && STORED.test(src);

export const StoredImage = Image.extend({
  parseHTML: () => [
    { tag: 'img[src]', getAttrs: (img) => (isStoredImage(img.getAttribute('src')) ? null : false) },
  ],
  renderHTML({ HTMLAttributes: { src, alt, title, width, height } }) {
    return [
      'img',
      {
        ...(isStoredImage(src) ? { src } : {}),
        ...Object.fromEntries(
          Object.entries({ alt: alt ?? '', title, width, height })
            .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
            .map(([name, value]) => [name, String(value)]),
        ),
      },
    ];
  },
  addCommands() {
    return {
      setImage:
        (image) =>
        ({ commands }) =>
          isStoredImage(image.src) && commands.insertContent({ type: this.name, attrs: image }),
    };
  },
  addInputRules: () => [],
});
