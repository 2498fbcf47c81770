/**
 * The only error of the storage service. It is thrown, so that its transaction is rolled back, and converted into a
 * reply by `create-storage.ts`. Codes, names and messages are supabase/storage's.
 */
export interface StorageErrorFields {
  /** The status inside the body. The reply's own status is nearly always 400: see `httpStatus`. */
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** The older name of the error; defaults to the code. */
  readonly error?: string;
}

/** Only these become the reply's own status. */
const OUTSPOKEN = new Set([416, 429, 500, 544]);

export class StorageError extends Error {
  readonly status: number;
  readonly code: string;
  readonly error: string;

  constructor(fields: StorageErrorFields) {
    super(fields.message);
    this.name = 'StorageError';
    this.status = fields.status;
    this.code = fields.code;
    this.error = fields.error ?? fields.code;
  }

  get httpStatus(): number {
    return OUTSPOKEN.has(this.status) ? this.status : 400;
  }
}

/** Raised by the router itself, outside of any operation: the only refusal whose status and shape are plain HTTP. */
export class NoRouteError extends Error {}

export function refuseAccess(message = 'Access denied'): StorageError {
  return new StorageError({ status: 403, code: 'AccessDenied', error: 'Unauthorized', message });
}

export function noSuchBucket(): StorageError {
  return new StorageError({
    status: 404,
    code: 'NoSuchBucket',
    error: 'Bucket not found',
    message: 'Bucket not found',
  });
}

export function noSuchKey(): StorageError {
  return new StorageError({
    status: 404,
    code: 'NoSuchKey',
    error: 'not_found',
    message: 'Object not found',
  });
}

export function alreadyExists(code: 'KeyAlreadyExists' | 'ResourceAlreadyExists'): StorageError {
  return new StorageError({ status: 409, code, error: 'Duplicate', message: 'The resource already exists' });
}

export function tooLarge(): StorageError {
  const message = 'The object exceeded the maximum allowed size';
  return new StorageError({ status: 413, code: 'EntityTooLarge', error: 'Payload too large', message });
}

/** Not a refusal of supabase/storage, which takes images of any size. */
export function tooManyPixels(): StorageError {
  const message = 'The image has too many pixels';
  return new StorageError({ status: 413, code: 'EntityTooLarge', error: 'Payload too large', message });
}

export function invalidMimeType(type: string): StorageError {
  const message = `mime type ${type} is not supported`;
  return new StorageError({ status: 415, code: 'InvalidMimeType', error: 'invalid_mime_type', message });
}

export function invalidKey(key: string): StorageError {
  return new StorageError({ status: 400, code: 'InvalidKey', message: `Invalid key: ${key}` });
}

export function invalidBucketName(): StorageError {
  return new StorageError({
    status: 400,
    code: 'InvalidBucketName',
    error: 'Invalid Input',
    message: 'Bucket name invalid',
  });
}

export function bucketNotEmpty(): StorageError {
  const message = 'The bucket you tried to delete is not empty';
  return new StorageError({ status: 409, code: 'ResourceNotEmpty', message });
}

export function invalidRequest(message: string): StorageError {
  return new StorageError({ status: 400, code: 'InvalidRequest', message });
}

export function invalidToken(message = 'Invalid JWT'): StorageError {
  return new StorageError({ status: 400, code: 'InvalidJWT', message });
}

export function invalidSignature(): StorageError {
  return new StorageError({ status: 400, code: 'InvalidSignature', message: 'Invalid signature' });
}

export function invalidRange(): StorageError {
  return new StorageError({
    status: 416,
    code: 'InvalidRange',
    error: 'invalid_range',
    message: 'invalid range provided',
  });
}

export function relatedNotFound(): StorageError {
  const message = 'The related resource does not exist';
  return new StorageError({ status: 404, code: 'InvalidRequest', message });
}

export function notEnabled(feature: string): StorageError {
  const message = `The feature ${feature} is not enabled for this resource`;
  return new StorageError({ status: 409, code: 'FeatureNotEnabled', message });
}
