export const HELP = `Starts the Supabase project of a folder, with a PostgreSQL of its own.

  embedded-supabase [--dir DIR] [--port N] [--host H] [--data-dir DATA] [--app DIST] [--watch] [--quiet]

  --dir       the folder that contains supabase/ (default: the current folder)
  --port      default 54321, with --app 3000
  --host      default 127.0.0.1
  --data-dir  where database, files and keys are kept (default: DIR/.supabase)
  --app       also serves the built web app in this folder
  --watch     restarts functions when their files change
  --quiet     prints no keys

Variables: APP_NAME, HOST, PORT, DATA_DIR, DATABASE_URL, PUBLIC_URL, TRUST_PROXY, JWT_SECRET, ANON_KEY, SERVICE_ROLE_KEY,
PUBLISHABLE_KEY, SECRET_KEY, SMTP_URL, SMTP_FROM, SITE_URL, FUNCTIONS_ALLOW_NET, METRICS_TOKEN, LOG (json), and
STOP_WITH_STDIN=1, which ends the program with its input. With VITE_SUPABASE_URL and VITE_SUPABASE_PUBLISHABLE_KEY, --app
is served alone.`;
