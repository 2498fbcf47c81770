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
  // All files of the page at once, instead of each when another has named it.
  const parts = JSON.parse(document.getElementById('spolu-parts')?.textContent ?? '{}');
  for (const file of parts[shape]?.[lang] ?? []) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'modulepreload', href: `/${file}` });
    document.head.append(link);
  }
})();
