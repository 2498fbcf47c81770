/**
 * The program's output: sentences for users, or with `LOG=json` one object per line for programs. Neither contains
 * keys, tokens, passwords or personal addresses, nor control characters.
 */
import { inspect } from 'node:util';
import { z } from 'zod';
import { escapeControls, escapeLines } from '../text/escape-controls.ts';
import { redact } from '../text/redact.ts';
import type { Answered } from './observe-requests.ts';

export interface Log {
  readonly say: (sentence: string) => void;
  /** `requestId` is that of the failed request. */
  readonly error: (error: unknown, requestId?: string | null) => void;
  /** A line that an edge function printed: text, or an object of its own with level, message and request id. */
  readonly fromFunction: (line: string) => void;
  /** Logged for programs only: it would drown everything else that users read. */
  readonly request: (answered: Answered) => void;
}

export interface LogOptions {
  readonly isJson: boolean;
  readonly now: () => number;
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
}

type Level = 'info' | 'error';

const functionLine = z.object({
  level: z.enum(['info', 'error']),
  message: z.string(),
  requestId: z.string().nullish(),
});

export function openLog(options: LogOptions): Log {
  return options.isJson ? openJsonLog(options) : openPlainLog(options);
}

const clean = (text: string): string => escapeLines(redact(text));

function openPlainLog({ print, printError }: LogOptions): Log {
  return {
    say: (sentence) => print(clean(sentence)),
    error: (error, requestId) => {
      const where = requestId ? `Request ${requestId}: ` : '';
      printError(clean(where + describe(error)));
    },
    fromFunction: (line) => {
      const entry = readFunctionLine(line);
      const text =
        entry === null ? line : `${entry.requestId ? `Request ${entry.requestId}: ` : ''}${entry.message}`;
      print(clean(`[functions] ${text}`));
    },
    request: () => undefined,
  };
}

function openJsonLog({ now, print }: LogOptions): Log {
  const write = (level: Level, message: string, more: Readonly<Record<string, unknown>> = {}) => {
    const known = Object.entries(more).filter(([, value]) => value !== undefined && value !== null);
    const time = new Date(now()).toISOString();
    print(
      escapeControls(JSON.stringify({ time, level, message: redact(message), ...Object.fromEntries(known) })),
    );
  };
  return {
    say: (sentence) => write('info', sentence),
    error: (error, requestId) => write('error', describe(error), { requestId }),
    fromFunction: (line) => {
      const entry = readFunctionLine(line);
      if (entry === null) write('info', line, { source: 'functions' });
      else write(entry.level, entry.message, { source: 'functions', requestId: entry.requestId });
    },
    request: ({ requestId, method, route, status, durationMs }) =>
      write('info', 'request', {
        requestId,
        method,
        route: redact(route),
        status,
        durationMs: Math.round(durationMs),
      }),
  };
}

function describe(error: unknown): string {
  return typeof error === 'string' ? error : inspect(error);
}

function readFunctionLine(line: string): z.output<typeof functionLine> | null {
  if (!line.startsWith('{')) return null;
  try {
    return functionLine.safeParse(JSON.parse(line)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
