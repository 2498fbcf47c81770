/** A time stamp authority in this process (RFC 3161). Nobody signed its tokens: what checks a signature is openssl. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encodeBase64 } from '#contract/proof/base64.ts';
import { tokenOfReply, writeStampRequest } from '#contract/proof/time-stamp.ts';
import { Integer, OctetString, Sequence, Utf8String } from 'asn1js';
import {
  AttributeTypeAndValue,
  ContentInfo,
  EncapsulatedContentInfo,
  GeneralName,
  PKIStatusInfo,
  RelativeDistinguishedNames,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';

export const STAMPED_AT = new Date('2026-11-29T01:29:09Z');

export interface AuthorityOptions {
  readonly status?: number;
  readonly name?: string;
  /** Changes what is requested, before it is stamped. */
  readonly change?: (request: TimeStampReq) => void;
}

/** The reply to a request. */
export function answerStampRequest(request: Uint8Array<ArrayBuffer>, options: AuthorityOptions = {}): Buffer {
  const { status = 0, name = 'Example Time Stamp Authority', change } = options;
  const asked = TimeStampReq.fromBER(request);
  change?.(asked);
  const commonName = new AttributeTypeAndValue({ type: '2.5.4.3', value: new Utf8String({ value: name }) });
  const info = new TSTInfo({
    version: 1,
    policy: '1.3.6.1.4.1.13762.3',
    messageImprint: asked.messageImprint,
    serialNumber: new Integer({ value: 7 }),
    genTime: STAMPED_AT,
    ...(asked.nonce ? { nonce: asked.nonce } : {}),
    tsa: new GeneralName({
      type: 4,
      value: new RelativeDistinguishedNames({ typesAndValues: [commonName] }),
    }),
  });
  const signed = new SignedData({
    version: 3,
    encapContentInfo: new EncapsulatedContentInfo({
      eContentType: '1.2.840.113549.1.9.16.1.4',
      eContent: new OctetString({ valueHex: info.toSchema().toBER() }),
    }),
  });
  const reply = new TimeStampResp({
    status: new PKIStatusInfo({ schema: new Sequence({ value: [new Integer({ value: status })] }) }),
    timeStampToken: new ContentInfo({
      contentType: ContentInfo.SIGNED_DATA,
      content: signed.toSchema(true),
    }),
  });
  return Buffer.from(reply.toSchema().toBER());
}

/** The token for some text, in base64. */
export async function stampText(text: string, options: AuthorityOptions = {}): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  const request = writeStampRequest(new Uint8Array(hash), Uint8Array.of(1));
  return encodeBase64(tokenOfReply(new Uint8Array(answerStampRequest(request, options)))!);
}

export type Answer = (request: Uint8Array<ArrayBuffer>, response: ServerResponse) => unknown;

export interface TestAuthority {
  readonly url: string;
  /** Those that arrived. */
  readonly requests: { readonly headers: IncomingMessage['headers']; readonly body: Uint8Array }[];
  answer: Answer;
  readonly close: () => Promise<void>;
}

export const sendReply = (response: ServerResponse, body: Uint8Array): unknown =>
  response.setHeader('content-type', 'application/timestamp-reply').end(body);

/** The same, on a port of this machine. */
export async function openTestAuthority(): Promise<TestAuthority> {
  const requests: TestAuthority['requests'] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = new Uint8Array(Buffer.concat(chunks));
      requests.push({ headers: incoming.headers, body });
      authority.answer(body, response);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const authority: TestAuthority = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsr`,
    requests,
    answer: (request, response) => sendReply(response, answerStampRequest(request)),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return authority;
}
