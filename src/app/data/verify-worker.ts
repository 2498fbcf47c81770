/** The worker in which a chosen file is read and verified. */
import { parseJson } from '#contract/parse-json.ts';
import { verifyWithTrust, type Trust, type Trusted } from '#contract/proof/verify-with-trust.ts';

export interface VerifyRequest {
  readonly file: File;
  readonly trust: Trust;
}

export type Verified = Trusted | 'failed';

globalThis.addEventListener('message', ({ data }: MessageEvent<VerifyRequest>) => void verify(data));

async function verify({ file, trust }: VerifyRequest): Promise<void> {
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    report(await verifyWithTrust(parseJson(bytes), trust));
  } catch (error) {
    report('failed');
    throw error;
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's page has none
const report = (verified: Verified): void => globalThis.postMessage(verified);
