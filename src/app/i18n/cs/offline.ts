import type { Translated } from '../translated.ts';
import type { offline as english } from '../en-us/offline.ts';

export const offline: Translated<typeof english> = {
  line: {
    offline:
      'Jste offline. Dokumenty v tomto zařízení můžete upravovat, změny se odešlou, až budete zase online.',
    unreachable:
      'Server je nedostupný. Dokumenty v tomto zařízení můžete upravovat, změny se odešlou, až odpoví.',
  },
  shared: {
    label: 'Toto je sdílený počítač',
    text: 'Dokumenty v něm nezůstanou a zavřením prohlížeče se odhlásíte.',
  },
  locked:
    'Toto zařízení nebylo 30 dní ve spojení se serverem, proto jsou jeho dokumenty zamčené. Otevřou se, až se připojíte k internetu. Co jste napsali, v něm zůstává.',
  missing: 'Není v tomto zařízení',
  waiting: 'Čeká na připojení',
  pinned: 'Ponechaný v tomto zařízení',
  keep: 'Ponechat v tomto zařízení',
  folder: 'Ponechat tuto složku v tomto zařízení',
  keeping: '„{{title}}“ zůstane v tomto zařízení a otevře se i bez připojení.',
  notKept: 'Tento prohlížeč v zařízení nic neuchovává.',
  nearlyFull:
    'Úložiště tohoto zařízení je skoro plné. Ponechané dokumenty se do něj už nemusí vejít; uvolněte místo nebo jich ponechte méně.',
  notHere:
    '„{{title}}“ není v tomto zařízení. Otevřete ho, až budete online. Abyste ho příště měli i offline, zvolte v jeho nabídce „Ponechat v tomto zařízení“.',
  tryToOpen: 'Zkusit otevřít',
  /** Why the server takes no edits. */
  refused: {
    noAccess: 'Do dokumentu už psát nemůžete.',
    revoked: 'Přístup vám byl mezitím odebrán, takže už je nejde vložit.',
    gone: 'Dokument byl smazán.',
    rebuilt: 'Dokument byl mezitím na serveru obnoven, takže do něj už nejdou vložit.',
    tooLarge: 'Na uložení jsou příliš velké.',
    documentFull: 'Dokument je plný.',
    outdated: 'Vznikly ve starší verzi Spolu.',
    incomplete: 'Chybí dřívější změna, takže je nejde vložit.',
    displaced:
      'Odstavec, do kterého jste je napsali, byl mezitím smazán, takže v textu nejsou. Zkopírujte je, kam patří.',
    rejected: 'Server je odmítl.',
  },
};
