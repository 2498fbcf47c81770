/** Texts of the samples. They are not in `i18n`, because no user sees them. */
import { useLanguage } from '../i18n/use-language.ts';
import type { Language } from '#contract/languages.ts';

interface Samples {
  readonly save: string;
  readonly saving: string;
  readonly cancel: string;
  readonly close: string;
  readonly delete: string;
  readonly rename: string;
  readonly copy: string;
  readonly name: string;
  readonly nameHint: string;
  readonly nameMissing: string;
  readonly show: string;
  readonly role: string;
  readonly viewer: string;
  readonly editor: string;
  readonly more: string;
  readonly sort: string;
  readonly byTitle: string;
  readonly byDate: string;
  readonly bold: string;
  readonly italic: string;
  readonly underline: string;
  readonly deleteTitle: string;
  readonly deleteText: string;
  readonly shareTitle: string;
  readonly shareText: string;
  readonly notSaved: string;
  readonly emptyTitle: string;
  readonly emptyText: string;
  readonly newDocument: string;
  readonly failedTitle: string;
  readonly failedText: string;
  readonly tryAgain: string;
  readonly moved: string;
  readonly undo: string;
  readonly saved: string;
  readonly picture: string;
  readonly long: string;
}

const SAMPLES: Record<Language, Samples> = {
  'en-US': {
    save: 'Save',
    saving: 'Saving…',
    cancel: 'Cancel',
    close: 'Close',
    delete: 'Delete forever',
    rename: 'Rename',
    copy: 'Make a copy',
    name: 'Name',
    nameHint: 'Shown to everyone you write with.',
    nameMissing: 'Enter a name',
    show: 'Show',
    role: 'Role',
    viewer: 'Viewer',
    editor: 'Editor',
    more: 'More',
    sort: 'Sort by',
    byTitle: 'Title',
    byDate: 'Last change',
    bold: 'Bold',
    italic: 'Italic',
    underline: 'Underline',
    deleteTitle: 'Delete “Spring trip” forever?',
    deleteText: 'Its versions and images are deleted too. This can’t be undone.',
    shareTitle: 'Share “Spring trip”',
    shareText: 'Invited people get an email with a link.',
    notSaved: 'The changes could not be saved. Check your connection.',
    emptyTitle: 'No documents yet',
    emptyText: 'Documents that you create, or that others share with you, are listed here.',
    newDocument: 'New document',
    failedTitle: 'The list could not be loaded',
    failedText: 'Check your connection.',
    tryAgain: 'Try again',
    moved: 'Moved to trash',
    undo: 'Undo',
    saved: 'Name saved',
    picture: 'Hills at dawn',
    long: 'A name that is much longer than the place that most screens have for it',
  },
  cs: {
    save: 'Uložit',
    saving: 'Ukládá se…',
    cancel: 'Zrušit',
    close: 'Zavřít',
    delete: 'Trvale smazat',
    rename: 'Přejmenovat',
    copy: 'Vytvořit kopii',
    name: 'Jméno',
    nameHint: 'Uvidí ho všichni, se kterými píšete.',
    nameMissing: 'Zadejte jméno',
    show: 'Zobrazit',
    role: 'Role',
    viewer: 'Čtenář',
    editor: 'Editor',
    more: 'Další',
    sort: 'Seřadit podle',
    byTitle: 'Názvu',
    byDate: 'Poslední změny',
    bold: 'Tučné',
    italic: 'Kurzíva',
    underline: 'Podtržené',
    deleteTitle: 'Trvale smazat „Jarní výlet“?',
    deleteText: 'Smažou se i jeho verze a obrázky. Tuto akci nelze vrátit zpět.',
    shareTitle: 'Sdílet „Jarní výlet“',
    shareText: 'Pozvaní dostanou e-mail s odkazem.',
    notSaved: 'Změny se nepodařilo uložit. Zkontrolujte připojení.',
    emptyTitle: 'Zatím žádné dokumenty',
    emptyText: 'Tady uvidíte dokumenty, které vytvoříte nebo které s vámi někdo sdílí.',
    newDocument: 'Nový dokument',
    failedTitle: 'Seznam se nepodařilo načíst',
    failedText: 'Zkontrolujte připojení.',
    tryAgain: 'Zkusit znovu',
    moved: 'Přesunuto do koše',
    undo: 'Vrátit zpět',
    saved: 'Jméno uloženo',
    picture: 'Kopce za úsvitu',
    long: 'Jméno, které je mnohem delší než místo, jež pro něj na většině obrazovek zbývá',
  },
};

export const useSamples = (): Samples => SAMPLES[useLanguage().language];
