/**
 * `npm run seed`: three people and their documents, with versions, on the Supabase of `npm run dev`, to develop
 * with. `SUPABASE_URL`, `PUBLISHABLE_KEY` and `SECRET_KEY` name another one.
 */
import { TITLE_ROOT } from '#contract/document-schema.ts';
import { LOCAL_PUBLISHABLE_KEY, LOCAL_SECRET_KEY } from '../src/embedded-supabase/keys/project-keys.ts';
import {
  openByHand,
  openClient,
  PASSWORD,
  signIn,
  writeParagraph,
  type DocumentClient,
  type HandRoom,
} from '../tests/support/document-client.ts';
import { letIn, newDocument } from '../tests/support/new-document.ts';
import { print, printError } from './print.ts';

const PEOPLE = ['Ann', 'Bob', 'Eva'] as const;
const PAGES = 50;
const PARAGRAPHS_PER_PAGE = 12;

const supabase = {
  url: process.env['SUPABASE_URL'] ?? 'http://127.0.0.1:54321',
  publishableKey: process.env['PUBLISHABLE_KEY'] ?? LOCAL_PUBLISHABLE_KEY,
  secretKey: process.env['SECRET_KEY'] ?? LOCAL_SECRET_KEY,
};

const [ann, bob, eva] = await Promise.all(PEOPLE.map(createPerson));
if (!ann || !bob || !eva) throw new Error('there are three people');
await seedPlan(ann, bob, eva);
await seedNotes(bob, ann);
await createLongDocument(ann);
for (const { email } of [ann, bob, eva]) print(`${email}  ${PASSWORD}`);

async function createPerson(name: string): Promise<DocumentClient> {
  const admin = openClient({ ...supabase, publishableKey: supabase.secretKey });
  const email = `${name.toLowerCase()}@example.com`;
  const account = { email, password: PASSWORD, email_confirm: true, user_metadata: { name } };
  const { error } = await admin.auth.admin.createUser(account);
  if (error?.status === 0) {
    printError(`There is no Supabase at ${supabase.url}. Start one: npm run dev`);
    process.exit(1);
  }
  if (error && error.code !== 'email_exists') throw error;
  return signIn(supabase, email);
}

/** Ann and Bob take turns, and each turn ends with a version. */
async function seedPlan(
  owner: DocumentClient,
  editor: DocumentClient,
  viewer: DocumentClient,
): Promise<void> {
  const documentId = await newDocument(owner.client);
  await letIn(owner, editor, documentId, 'editor');
  await letIn(owner, viewer, documentId, 'viewer');
  const rooms = [await openByHand(owner, documentId), await openByHand(editor, documentId)];
  const turns = [
    ['Draft', 'What we ship in spring, and who looks after it.'],
    ['With dates', 'Everything is frozen two weeks before the release.'],
    ['Agreed', 'Questions go to the weekly meeting.'],
  ] as const;
  for (const [at, [version, paragraph]] of turns.entries()) {
    const room = rooms[at % rooms.length]!;
    await room.load();
    writeParagraph(room.doc, paragraph);
    await append(room, 'Release plan');
    await saveVersion(owner, documentId, version);
  }
}

async function seedNotes(owner: DocumentClient, editor: DocumentClient): Promise<void> {
  const documentId = await newDocument(owner.client);
  await letIn(owner, editor, documentId, 'editor');
  const room = await openByHand(owner, documentId);
  writeParagraph(room.doc, 'Příště se sejdeme ve čtvrtek v deset.');
  await append(room, 'Poznámky z porady');
}

async function createLongDocument(owner: DocumentClient): Promise<void> {
  const room = await openByHand(owner, await newDocument(owner.client));
  room.doc.transact(() => {
    for (let at = 1; at <= PAGES * PARAGRAPHS_PER_PAGE; at += 1)
      writeParagraph(room.doc, `Paragraph ${at}. ${'A sentence that fills the page. '.repeat(6)}`);
  });
  await append(room, `${PAGES} pages`);
}

async function append(room: HandRoom, title: string): Promise<void> {
  const text = room.doc.getText(TITLE_ROOT);
  if (text.length === 0) text.insert(0, title);
  const { status } = await room.append({ title });
  if (status !== 200) throw new Error(`append-updates: ${status}`);
}

async function saveVersion(owner: DocumentClient, documentId: string, name: string): Promise<void> {
  const { status } = await owner.call('save-snapshot', { documentId, name, version: true });
  if (status !== 200) throw new Error(`save-snapshot: ${status}`);
}
