/**
 * Starts one server for all stories; those that restart a server start their own. It trusts `X-Forwarded-For`, so that
 * users on one machine count as separate addresses: sign-ups are rate-limited by address.
 */
import { removeData, startSpolu } from '../support/start-spolu.ts';

export default async function startServer(): Promise<() => Promise<void>> {
  const spolu = await startSpolu({ env: { TRUST_PROXY: '1' } });
  process.env['SPOLU_URL'] = spolu.url;
  process.env['SPOLU_DATA_DIR'] = spolu.dataDir;
  return async () => {
    await spolu.stop();
    removeData(spolu);
  };
}
