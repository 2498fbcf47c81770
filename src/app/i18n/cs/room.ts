import type { room as source } from '../en-us/room.ts';
import type { Translated } from '../translated.ts';

export const room: Translated<typeof source> = {
  cause: {
    noNetwork: 'Jste offline. Pište dál: změny zůstávají v tomto zařízení a odešlou se, až budete zpět.',
    serverUnreachable:
      'Server je nedostupný. Pište dál: změny zůstávají v tomto zařízení a odešlou se, až server zase odpoví.',
    livePaused: 'Ostatní vidí vaše změny s krátkým zpožděním. Nic se neztrácí.',
    accessRemoved: 'K dokumentu už nemáte přístup. Svůj text si můžete zkopírovat; už se neukládá.',
    writeRemoved:
      'Tento dokument teď můžete jen číst; poslední změny nejsou uložené. Co potřebujete, zkopírujte z „Neodeslaných úprav“.',
    signInExpired: 'Přihlášení vypršelo. Přihlaste se znovu; vaše změny tu počkají.',
    upgradeRequired: 'Je tu novější verze Spolu. Načtěte stránku znovu a pište dál.',
    tooLarge: 'Dokument je na uložení příliš velký. Přesuňte část do jiného.',
    gone: 'Dokument byl smazán. Svůj text si můžete zkopírovat; už se neukládá.',
    other: 'Poslední změny ještě nejsou uložené. Nechte stránku otevřenou; Spolu to zkouší dál.',
  },
  reload: 'Načíst znovu',
};
