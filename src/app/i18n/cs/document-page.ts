import type { documentPage as source } from '../en-us/document-page.ts';
import type { Translated } from '../translated.ts';

export const documentPage: Translated<typeof source> = {
  share: 'Sdílet',
  menu: 'Nabídka dokumentu',
  history: 'Historie verzí',
  comments: 'Komentáře',
  waiting_one: '{{count, number}} člověk žádá o přístup.',
  waiting_few: '{{count, number}} lidé žádají o přístup.',
  waiting_many: '{{count, number}} člověka žádá o přístup.',
  waiting_other: '{{count, number}} lidí žádá o přístup.',
  erasedCopy: 'Z historie byl vymazán text. Dřívější změny už nejde vrátit zpět.',
  replacedCopy: 'Kopie dokumentu na této stránce se lišila od té na serveru, proto byla nahrazena aktuální.',
  cause: {
    noNetwork:
      'Jste offline. Pište dál: změny zůstávají v tomto zařízení a odešlou se, až budete zase online.',
    serverUnreachable:
      'Server je nedostupný. Pište dál: změny zůstávají v tomto zařízení a odešlou se, až server zase odpoví.',
    livePaused:
      'Živá spolupráce je pozastavená: ostatní vidí vaše úpravy s krátkým zpožděním. Nic se neztrácí.',
    accessRemoved: 'K dokumentu už nemáte přístup. Svůj text si můžete zkopírovat, ale už se neukládá.',
    writeRemoved:
      'Tento dokument teď můžete jen číst; poslední změny nejsou uložené. Co potřebujete, zkopírujte z „Neodeslaných úprav“.',
    signInExpired: 'Přihlášení vypršelo. Přihlaste se znovu; vaše změny zůstávají v tomto zařízení.',
    upgradeRequired: 'Je k dispozici nová verze Spolu. Načtěte stránku znovu a pište dál.',
    rebuilt:
      'Dokument byl mezitím na serveru obnoven. Načtěte stránku znovu; vaše změny, které už nejde použít, jsou v „Neodeslaných úpravách“.',
    tooLarge:
      'Poslední změny jsou na uložení příliš velké. Zkopírujte je z „Neodeslaných úprav“, načtěte stránku znovu a přidejte je po menších částech.',
    documentFull:
      'Dokument je plný; poslední změny nejsou uložené. Zkopírujte je z „Neodeslaných úprav“, načtěte stránku znovu a pokračujte v novém dokumentu.',
    gone: 'Dokument je v koši. Svůj text si můžete zkopírovat, ale už se neukládá.',
    sessionRefused:
      'Server už z této karty nic nepřijímá; poslední změny nejsou uložené. Načtěte stránku znovu a zkusí se uložit ještě jednou; když se to nepovede, najdete je v „Neodeslaných úpravách“.',
    refused:
      'Server poslední změny odmítl; co tu napíšete, se neukládá. Zkopírujte je z „Neodeslaných úprav“ a pak načtěte stránku znovu.',
    slow: 'Server poslední změny ještě nepřijal. Zůstávají v tomto zařízení a Spolu to zkouší dál. Nad 20 MB denně se ukládá pomaleji.',
    imageFailed:
      'Obrázek v textu se nepodařilo nahrát. Zkuste to znovu, nebo ho odeberte; zatím je jen na této stránce.',
  },
  reading: {
    noNetwork: 'Jste offline. Nové změny uvidíte, až budete zase online.',
    serverUnreachable: 'Server je nedostupný. Nové změny uvidíte, až zase odpoví.',
    livePaused: 'Živá spolupráce je pozastavená: úpravy ostatních vidíte s krátkým zpožděním.',
    signInExpired: 'Přihlášení vypršelo. Nové změny uvidíte, až se znovu přihlásíte.',
  },
  alone: {
    noNetwork:
      'Jste offline a poslední změny jsou jen na této stránce. Nechte ji otevřenou: odešlou se, až budete zase online.',
    serverUnreachable:
      'Server je nedostupný a poslední změny jsou jen na této stránce. Nechte ji otevřenou: odešlou se, až server zase odpoví.',
    writeRemoved:
      'Tento dokument teď můžete jen číst; poslední změny nejsou uložené a jsou jen na této stránce. Uložte si text do souboru.',
    signInExpired:
      'Přihlášení vypršelo. Přihlaste se znovu a nechte tuto stránku otevřenou: vaše změny jsou jen tady.',
    upgradeRequired:
      'Je k dispozici nová verze Spolu. Poslední změny jsou jen na této stránce: uložte si text do souboru a pak stránku načtěte znovu.',
    rebuilt:
      'Dokument byl mezitím na serveru obnoven. Poslední změny jsou jen na této stránce: uložte si text do souboru a pak stránku načtěte znovu.',
    tooLarge:
      'Poslední změny jsou na uložení příliš velké a jsou jen na této stránce. Uložte si text do souboru, načtěte stránku znovu a přidejte je po menších částech.',
    documentFull:
      'Dokument je plný. Poslední změny jsou jen na této stránce: uložte si text do souboru, načtěte stránku znovu a pokračujte v novém dokumentu.',
    sessionRefused:
      'Server už z této karty nic nepřijímá. Poslední změny jsou jen na této stránce: uložte si text do souboru a pak stránku načtěte znovu.',
    refused:
      'Server poslední změny odmítl a jsou jen na této stránce. Uložte si text do souboru a pak stránku načtěte znovu.',
    slow: 'Server poslední změny ještě nepřijal. Nechte stránku otevřenou; Spolu to zkouší dál. Nad 20 MB denně se ukládá pomaleji.',
  },
  storage: {
    full: 'Úložiště tohoto zařízení je plné: dokud neuvolníte místo, nic dalšího se do něj nevejde.',
    denied: 'Prohlížeč v tomto zařízení nic neuchovává, třeba proto, že je okno anonymní.',
    broken: 'Úložiště tohoto zařízení nefunguje; může pomoci zavřít prohlížeč a znovu ho otevřít.',
  },
  fullness: {
    nearly: 'Dokument je skoro plný. Pokračujte v novém, nebo smažte, co už nepotřebujete.',
    full: 'Dokument je plný a nic dalšího se do něj nevejde. Pokračujte v novém, nebo smažte, co už nepotřebujete, a pár minut počkejte.',
  },
  untilSaved: 'Nechte stránku otevřenou, dokud se nezobrazí „Uloženo“.',
  reload: 'Načíst znovu',
};
