import type { resources } from './resources.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: (typeof resources)['en-US'];
    /** A text with variables cannot be requested without them. */
    strictInterpolationChecks: true;
  }
}
