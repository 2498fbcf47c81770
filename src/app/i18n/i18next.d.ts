import type { resources } from './resources.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: (typeof resources)['en-US'];
    /** A text that takes variables is not asked for without them. */
    strictInterpolationChecks: true;
  }
}
