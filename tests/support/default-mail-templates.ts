import {
  compileContent,
  compileSubject,
  type MailTemplates,
  templatesByKind,
} from '../../src/embedded-supabase/auth/mail-templates.ts';

/** Those of a project that names none. */
export const DEFAULT_TEMPLATES: MailTemplates = templatesByKind((name) => ({
  subject: compileSubject(name),
  content: compileContent(name),
}));
