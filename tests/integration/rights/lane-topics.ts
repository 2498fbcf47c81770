/** Topics for probes: every lane of each document at several epochs, and invalid spellings. */
import { LANES, laneTopic, type Lane } from '#contract/topics.ts';
import type { Place } from './matrix.ts';
import type { World } from './open-world.ts';

export interface Topic {
  readonly name: string;
  /** A description that is the same for every document. */
  readonly label: string;
  readonly place: Place;
  /** Null when no caller may use it. */
  readonly lane: Lane | null;
}

export function listTopics({ things }: World): Topic[] {
  const { documentId: id, epoch } = things.document;
  const lanes = (place: Place, label: string, at: number, isOpen: boolean): Topic[] =>
    LANES.map((lane) => ({
      name: laneTopic(things[place].documentId, at, lane),
      label: `${lane}${label}`,
      place,
      lane: isOpen ? lane : null,
    }));
  const none = (label: string, name: string): Topic => ({ name, label, place: 'document', lane: null });
  return [
    ...lanes('document', '', epoch, true),
    ...lanes('other document', '', things['other document'].epoch, true),
    ...lanes('unknown document', '', 1, false),
    ...lanes('document', ' of the epoch before', epoch - 1, false),
    ...lanes('document', ' of the next epoch', epoch + 1, false),
    none('lane in capitals', `doc:${id}:${epoch}:UPD`),
    none('prefix in capitals', `DOC:${id}:${epoch}:upd`),
    none('id in capitals', `doc:${id.toUpperCase()}:${epoch}:upd`),
    none('space before', ` doc:${id}:${epoch}:upd`),
    none('space after', `doc:${id}:${epoch}:upd `),
    none('line end', `doc:${id}:${epoch}:upd\n`),
    none('line before', `x\ndoc:${id}:${epoch}:upd`),
    none('extra part', `doc:${id}:${epoch}:upd:x`),
    none('no lane', `doc:${id}:${epoch}`),
    none('empty lane', `doc:${id}:${epoch}:`),
    none('another lane', `doc:${id}:${epoch}:all`),
    none('digits of another script', `doc:${id}:${String.fromCodePoint(0x660 + epoch)}:upd`),
    none('full-width digits', `doc:${id}:${String.fromCodePoint(0xff10 + epoch)}:upd`),
    none('zero before', `doc:${id}:0${epoch}:upd`),
    none('sign before', `doc:${id}:+${epoch}:upd`),
    none('fraction', `doc:${id}:${epoch}.0:upd`),
    none('hexadecimal', `doc:${id}:0x${epoch}:upd`),
    none('epoch too large', `doc:${id}:99999999999:upd`),
    none('id without hyphens', `doc:${id.replaceAll('-', '')}:${epoch}:upd`),
    none('wildcards', 'doc:%:_:upd'),
    none('star', 'doc:*'),
    none('quote', "doc:' or true --:1:upd"),
    none('id alone', id),
    none('prefix twice', `realtime:doc:${id}:${epoch}:upd`),
    none('nothing', ''),
  ];
}
