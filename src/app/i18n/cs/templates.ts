import type { templates as source } from '../en-us/templates.ts';
import type { Translated } from '../translated.ts';

export { offline } from './offline.ts';

export const templates: Translated<typeof source> = {
  from: 'Ze šablony…',
  fromFolders: 'Nový dokument „{{title}}“',
  title: 'Začít ze šablony',
  text: 'Nový dokument je jen váš, dokud ho nesdílíte.',
  folders: 'První ve složce {{name}}',
  mine: 'Vaše šablony',
  ours: 'Připravené šablony',
  begin: 'Nebo začněte některým z těchto',
  changed: 'Naposledy změněno {{date}}',
  sample: 'Otevřít ukázkový dokument',
  sampleText: 'Naučí vás Spolu používat, pak ho zahodíte',
  making: 'Dokument se vytváří…',
  names: {
    meeting: { name: 'Zápis z porady', text: 'Kdo tam byl, co se rozhodlo, kdo co udělá' },
    plan: { name: 'Plán projektu', text: 'Cíl, lidé, milníky, rizika' },
    decision: { name: 'Rozhodnutí', text: 'Možnosti vedle sebe a důvody' },
    contract: { name: 'Smlouva', text: 'Strany, číslované články, podpisy' },
    report: { name: 'Týdenní zpráva', text: 'Hotovo, příště, čísla, kde je třeba pomoc' },
  },
};
