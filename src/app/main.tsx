import './ui/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { App } from './app.tsx';
import { readPageConfig } from './data/config.ts';
import { startSession } from './data/session.ts';
import { chooseLanguage, readStoredLanguage } from './i18n/language.ts';
import { loadFirstMessages, startI18n } from './i18n/start-i18n.ts';
import { SetupPage } from './pages/setup-page.tsx';
import { fetchPage } from './routes.tsx';
import { tolerateMovedNodes } from './tolerate-moved-nodes.ts';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');

tolerateMovedNodes();
const config = readPageConfig();
if (config.ok) startSession();

const language = chooseLanguage(readStoredLanguage(), navigator.languages);
const i18n = startI18n(language, {}, (shown) => {
  document.documentElement.lang = shown;
});
const messages = loadFirstMessages(i18n);
if (config.ok) void fetchPage(location.pathname, (namespaces) => void i18n.loadNamespaces(namespaces));
await messages;

createRoot(container).render(
  <StrictMode>
    {config.ok ? (
      <App i18n={i18n} />
    ) : (
      <I18nextProvider i18n={i18n}>
        <SetupPage result={config} />
      </I18nextProvider>
    )}
  </StrictMode>,
);
