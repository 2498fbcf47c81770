/** Every string of the interface: a namespace for each feature. English defines the keys, Czech must have them all. */
import { auth as csAuth } from './cs/auth.ts';
import { common as csCommon } from './cs/common.ts';
import { documents as csDocuments } from './cs/documents.ts';
import { editor as csEditor } from './cs/editor.ts';
import { errors as csErrors } from './cs/errors.ts';
import { history as csHistory } from './cs/history.ts';
import { presence as csPresence } from './cs/presence.ts';
import { reading as csReading } from './cs/reading.ts';
import { room as csRoom } from './cs/room.ts';
import { sharing as csSharing } from './cs/sharing.ts';
import { unsent as csUnsent } from './cs/unsent.ts';
import { auth } from './en-us/auth.ts';
import { common } from './en-us/common.ts';
import { documents } from './en-us/documents.ts';
import { editor } from './en-us/editor.ts';
import { errors } from './en-us/errors.ts';
import { history } from './en-us/history.ts';
import { presence } from './en-us/presence.ts';
import { reading } from './en-us/reading.ts';
import { room } from './en-us/room.ts';
import { sharing } from './en-us/sharing.ts';
import { unsent } from './en-us/unsent.ts';

export const resources = {
  'en-US': { common, auth, documents, sharing, editor, presence, history, reading, room, unsent, errors },
  cs: {
    common: csCommon,
    auth: csAuth,
    documents: csDocuments,
    sharing: csSharing,
    editor: csEditor,
    presence: csPresence,
    history: csHistory,
    reading: csReading,
    room: csRoom,
    unsent: csUnsent,
    errors: csErrors,
  },
} as const;
