/** Reads the file of an upload: the raw body, or the single file of a form. */
import { decodeBase64 } from '../text/bytes.ts';
import { mendSurrogates } from '../text/mend-surrogates.ts';
import { invalidRequest, tooLarge } from './storage-error.ts';

export interface Upload {
  readonly content: ReadableStream<Uint8Array>;
  readonly mimeType: string;
  readonly cacheControl: string;
  readonly userMetadata: Readonly<Record<string, unknown>> | null;
}

/** Bytes of a form in addition to its file. */
const FORM_OVERHEAD_BYTES = 64 * 1024;

/** Throws EntityTooLarge as soon as the size is known. */
export async function readUpload(request: Request, maxBytes: number): Promise<Upload> {
  const { headers } = request;
  const contentType = headers.get('content-type') ?? '';
  const isForm = contentType.toLowerCase().startsWith('multipart/form-data');
  const most = isForm ? maxBytes + FORM_OVERHEAD_BYTES : maxBytes;
  if (Number(headers.get('content-length') ?? 0) > most) throw tooLarge();
  if (isForm) return await readForm(request, contentType, most);
  return {
    content: request.body ?? emptyStream(),
    mimeType: contentType === '' ? 'application/octet-stream' : contentType,
    cacheControl: headers.get('cache-control') ?? 'no-cache',
    userMetadata: readMetadataHeader(headers),
  };
}

/** Parses the header `x-metadata`, base64 of JSON. Null when it is absent. */
export function readMetadataHeader(headers: Headers): Readonly<Record<string, unknown>> | null {
  const encoded = headers.get('x-metadata');
  return encoded === null ? null : parseMetadata(decodeBase64(encoded));
}

async function readForm(request: Request, contentType: string, maxBytes: number): Promise<Upload> {
  const body = request.body?.pipeThrough(limitBytes(maxBytes)) ?? null;
  const form = await parseForm(new Response(body, { headers: { 'content-type': contentType } }));
  const entries = [...form.values()];
  const file = entries.find((value) => typeof value !== 'string');
  if (file === undefined) throw invalidRequest('No file provided');
  const cacheControl = form.get('cacheControl');
  const metadata = form.get('metadata');
  return {
    content: file.stream(),
    mimeType: file.type === '' ? 'application/octet-stream' : file.type,
    cacheControl:
      typeof cacheControl === 'string' && cacheControl !== '' ? `max-age=${cacheControl}` : 'no-cache',
    userMetadata: typeof metadata === 'string' ? parseMetadata(metadata) : null,
  };
}

async function parseForm(response: Response) {
  try {
    return await response.formData();
  } catch (error) {
    if (error instanceof TypeError && error.cause !== undefined) throw error.cause;
    if (error instanceof TypeError) throw invalidRequest('The form could not be read');
    throw error;
  }
}

function limitBytes(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let seen = 0;
  return new TransformStream({
    transform: (chunk, controller) => {
      seen += chunk.byteLength;
      if (seen > maxBytes) controller.error(tooLarge());
      else controller.enqueue(chunk);
    },
  });
}

function emptyStream(): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.close() });
}

function parseMetadata(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(mendSurrogates(text));
  } catch (error) {
    if (error instanceof SyntaxError) throw invalidRequest('Invalid Parameter metadata');
    throw error;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidRequest('Invalid Parameter metadata');
  }
  return { ...value };
}
