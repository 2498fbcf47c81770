/**
 * One server for all stories; those that restart theirs start their own. It believes what is said about who is calling,
 * so that people who come from one machine count as people from many: sign-ups are limited by address.
 */
import { removeData, startSpolu } from '../support/start-spolu.ts';

export default async function startServer(): Promise<() => Promise<void>> {
  const spolu = await startSpolu({ env: { TRUST_PROXY: '1' } });
  process.env['SPOLU_URL'] = spolu.url;
  return async () => {
    await spolu.stop();
    removeData(spolu);
  };
}
