// Runs before the first paint, so that neither the wrong theme nor the wrong language flashes, and says which shape the
// page will have. The build puts it into the page, and the content policy has its hash. The keys are those of ui/theme.ts and i18n/language.ts.
(() => {
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null; // storage is blocked: the system decides
    }
  };
  // On a shared computer the session ends with the browser, and its cookie with it: data/shared-computer.ts.
  if (read('spolu.shared-computer') === 'yes' && !/(^|; )spolu-open=1/.test(document.cookie)) {
    for (const key of Object.keys(localStorage))
      if (/^sb-.+-auth-token$/.test(key)) localStorage.removeItem(key);
    document.cookie = 'spolu-open=1; path=/; samesite=strict';
  }
  const theme = read('spolu.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  const languages = [read('spolu.language'), ...(navigator.languages || [])].filter(Boolean);
  const language = languages.find((tag) => /^(cs|en)\b/i.test(tag)) || 'en-US';
  const lang = /^cs/i.test(language) ? 'cs' : 'en-US';
  document.documentElement.lang = lang;
  // Signed-out visitors are about to see another page.
  const isSignedIn = () => Object.keys(localStorage).some((key) => /^sb-.+-auth-token$/.test(key));
  const shapes = [
    [/^\/(documents\/?)?$/, 'list'],
    [/^\/documents\/[^/]/, 'document'],
  ];
  const [, shape] = shapes.find(([path]) => path.test(location.pathname)) || [];
  try {
    if (shape && isSignedIn()) document.documentElement.dataset.shape = shape;
  } catch {
    // storage is blocked: nobody is signed in
  }
  // The first questions of the page, before its files: data/early-answers.ts hands the answers to the page, or drops them.
  const early = (window.spoluEarly = []);
  const json = (text) => {
    try {
      return JSON.parse(text);
    } catch {
      return null;
    }
  };
  const config = json(document.getElementById('supabase-config')?.textContent ?? '');
  const ask = ({ supabaseUrl, publishableKey: apikey }) => {
    const url = new URL(supabaseUrl, location.origin);
    const session = json(read(`sb-${url.hostname.split('.')[0]}-auth-token`));
    if (!session || !(session.expires_at * 1000 > Date.now() + 10_000)) return;
    const authorization = `Bearer ${session.access_token}`;
    const documentId = /^\/documents\/([\da-f-]{36})(\/|$)/.exec(location.pathname)?.[1];
    const questions = documentId
      ? [['functions/v1/load-document', JSON.stringify({ documentId, after: null })]]
      : [
          ['rest/v1/rpc/list_my_documents', '{}'],
          ['rest/v1/rpc/list_my_folders', '{}'],
        ];
    for (const [path, body] of questions) {
      const href = `${url.href.replace(/\/+$/, '')}/${path}`;
      const headers = { apikey, authorization, 'content-type': 'application/json' };
      const response = fetch(href, { method: 'POST', headers, body });
      response.catch(() => null); // the page asks again
      early.push({ url: href, body, authorization, atMs: Date.now(), response });
    }
  };
  if (shape && config?.supabaseUrl) ask(config);
  // Mod+K, and the text after it, before the parts of *Find* are there: ui/early-find.ts hands them over.
  const find = (window.spoluFind = { askedMs: -Infinity, text: '', isReady: false });
  const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
  addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    const hasMod = isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey;
    if (find.isReady || event.defaultPrevented || !document.documentElement.dataset.shape) return;
    if (!hasMod || altKey || shiftKey || key.toLowerCase() !== 'k') return;
    event.preventDefault();
    find.askedMs = performance.now();
  });
  addEventListener(
    'keydown',
    (event) => {
      const { key, ctrlKey, metaKey, altKey, isComposing } = event;
      // A part that never loads must not take the keys forever, and a field of another page none.
      if (performance.now() - find.askedMs > 10_000 || ctrlKey || metaKey || altKey || isComposing) return;
      if (!find.isReady && event.target.matches?.('input, textarea')) find.askedMs = -Infinity;
      else if (key === 'Backspace') find.text = find.text.slice(0, -1);
      else if (key.length === 1) find.text += key;
      else return;
      if (find.askedMs > 0) event.preventDefault();
    },
    true,
  );
  // All files of the page at once, instead of each when another has named it.
  const parts = JSON.parse(document.getElementById('spolu-parts')?.textContent ?? '{}');
  for (const file of parts[shape]?.[lang] ?? []) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'modulepreload', href: `/${file}` });
    document.head.append(link);
  }
})();
