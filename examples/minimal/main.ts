import { createClient } from '@supabase/supabase-js';
import { simpleDiffString } from 'lib0/diff';
import * as Y from 'yjs';
import { createSupabaseDocumentLog, SupabaseProvider } from 'yjs-supabase';

// By default the address and the key of `npm run backend`.
const {
  VITE_SUPABASE_URL: url = 'http://127.0.0.1:54321',
  VITE_SUPABASE_PUBLISHABLE_KEY: key = 'sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH',
} = import.meta.env;
const supabase = createClient(url, key);
const find = (selector: string) => document.querySelector<HTMLElement>(selector)!;
const form = document.querySelector('form')!;
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void signIn();
});

async function signIn(): Promise<void> {
  const [email = '', password = ''] = [...new FormData(form).values()].map(String);
  const signedIn = await supabase.auth.signInWithPassword({ email, password });
  const { error } = signedIn.error ? await supabase.auth.signUp({ email, password }) : signedIn;
  if (error) find('#sign-in output').textContent = error.message;
  else await openDocument();
}

/** Opens the document named in the address, or creates one. */
async function openDocument(): Promise<void> {
  if (location.hash === '') {
    const { data } = await supabase.from('documents').insert({}).select('id').single().throwOnError();
    location.hash = data.id;
  }
  const doc = new Y.Doc();
  const log = createSupabaseDocumentLog(supabase);
  const provider = new SupabaseProvider(supabase, location.hash.slice(1), doc, { log, schema: 1 });
  provider.on('view', ({ unsaved, live }) => {
    find('#state').textContent = `${unsaved === 0 ? 'Saved' : 'Saving…'}, ${live ? 'live' : 'offline'}`;
  });
  provider.on('people', (people) => {
    find('#people').textContent = people.map(({ name }) => name).join(', ');
  });
  form.hidden = true;
  find('main').hidden = false;
  await provider.whenSynced;
  bind(document.querySelector('input#text')!, doc.getText('title'));
}

/** Shows a Y.Text in an input, and applies each input to it as the smallest change. */
function bind(input: HTMLInputElement, text: Y.Text): void {
  const show = () => (input.value = text.toJSON());
  text.observe(show);
  show();
  input.disabled = false;
  input.addEventListener('input', () => {
    const { index, remove, insert } = simpleDiffString(text.toJSON(), input.value);
    text.doc!.transact(() => {
      text.delete(index, remove);
      text.insert(index, insert);
    });
  });
}
