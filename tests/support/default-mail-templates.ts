import {
  compileContent,
  compileSubject,
  type MailTemplates,
  templatesByKind,
} from '../../src/embedded-supabase/auth/mail-templates.ts';

/** The templates of a project that configures none. */
export const DEFAULT_TEMPLATES: MailTemplates = templatesByKind((name) => ({
  subject: compileSubject(name),
  content: compileContent(name),
}));
