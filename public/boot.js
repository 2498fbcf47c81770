// Runs before the first paint, so that neither the wrong theme nor the wrong language flashes. A file of its own,
// because the content policy lets no inline script run. The keys are those of ui/theme.ts and i18n/language.ts.
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
  document.documentElement.lang = /^cs/i.test(language) ? 'cs' : 'en-US';
})();
