import type { documents as source } from '../en-us/documents.ts';
import type { Translated } from '../translated.ts';

export const documents: Translated<typeof source> = {
  title: 'Dokumenty',
  create: 'Nový dokument',
  importFiles: 'Importovat',
  untitled: 'Bez názvu',
  textLabel: 'Dokument',
  ownedBy: '{{name}}',
  ownedByYou: 'vlastník: vy',
  people_one: '{{count, number}} člověk',
  people_few: '{{count, number}} lidé',
  people_many: '{{count, number}} člověka',
  people_other: '{{count, number}} lidí',
  createFailed: 'Dokument se nepodařilo vytvořit',
  opening: 'Dokument se otevírá…',
  noAccess: {
    title: 'K tomuto dokumentu nemáte přístup',
    text: 'Jste přihlášeni jako {{email}}. Požádejte vlastníka, ať ho s touto adresou sdílí, nebo zkontrolujte odkaz.',
  },
  openFailed: 'Dokument se nepodařilo otevřít',
  openFailedHint: 'Vše, co bylo uloženo, je v bezpečí.',
  toList: 'Přejít na dokumenty',
};
