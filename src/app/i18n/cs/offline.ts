import type { Translated } from '../translated.ts';
import type { offline as english } from '../en-us/offline.ts';

export const offline: Translated<typeof english> = {
  line: {
    offline: 'Jste offline. Dokumenty v tomto zařízení jde otevřít a změny se uloží, až budete zase online.',
    unreachable:
      'Server je nedostupný. Dokumenty v tomto zařízení jde otevřít a změny se uloží, až zase odpoví.',
  },
  missing: 'Není v tomto zařízení',
  pinned: 'Ponechaný v tomto zařízení',
  keep: 'Ponechat v tomto zařízení',
  notHere:
    '„{{title}}“ není v tomto zařízení. Otevřete ho, až budete online. Abyste ho příště měli i offline, zvolte v jeho nabídce „Ponechat v tomto zařízení“.',
  tryToOpen: 'Zkusit otevřít',
};
