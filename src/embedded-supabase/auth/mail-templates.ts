/**
 * Email templates: those of `[auth.email.template.NAME]`, otherwise GoTrue's plain English ones, whose link is
 * `/verify` itself.
 */
import { compileTemplate, type Render } from './go-template.ts';

/** The emails of the auth service. */
export type MailKind =
  | 'signup'
  | 'invite'
  | 'magiclink'
  | 'recovery'
  | 'email_change_current'
  | 'email_change_new'
  | 'reauthentication';

export type TemplateName =
  | 'confirmation'
  | 'invite'
  | 'magic_link'
  | 'recovery'
  | 'email_change'
  | 'reauthentication';

export interface MailTemplate {
  readonly subject: Render;
  readonly content: Render;
}
export type MailTemplates = Readonly<Record<MailKind, MailTemplate>>;

/** The variables that GoTrue fills in. */
const VARIABLES = new Set([
  'SiteURL',
  'ConfirmationURL',
  'RedirectTo',
  'Email',
  'NewEmail',
  'SendingTo',
  'Token',
  'TokenHash',
  'Data',
]);

const withLink = (heading: string, text: string, action: string): string =>
  `<h2>${heading}</h2>\n<p>${text}</p>\n<p><a href="{{ .ConfirmationURL }}">${action}</a></p>\n` +
  '<p>Alternatively, enter the code: {{ .Token }}</p>\n';

const DEFAULTS: Readonly<Record<TemplateName, { readonly subject: string; readonly content: string }>> = {
  confirmation: {
    subject: 'Confirm your email',
    content: withLink(
      'Confirm your email',
      'Follow this link to confirm {{ .Email }}:',
      'Confirm your email',
    ),
  },
  invite: {
    subject: 'You have been invited',
    content: withLink(
      'You have been invited',
      'You have been invited to create a user on {{ .SiteURL }}. Follow this link to accept the invite:',
      'Accept the invite',
    ),
  },
  magic_link: {
    subject: 'Your sign-in link',
    content: withLink('Sign in', 'Follow this link to sign in to {{ .SiteURL }}:', 'Sign in'),
  },
  recovery: {
    subject: 'Reset your password',
    content: withLink(
      'Reset your password',
      'Follow this link to reset the password of your user:',
      'Reset password',
    ),
  },
  email_change: {
    subject: 'Confirm the change of your email',
    content: withLink(
      'Confirm the change of your email',
      'Follow this link to confirm the change of {{ .Email }} to {{ .NewEmail }}:',
      'Change email',
    ),
  },
  reauthentication: {
    subject: '{{ .Token }} is your code',
    content: '<h2>Confirm that it is you</h2>\n<p>Enter the code: {{ .Token }}</p>\n',
  },
};

/** Throws `TemplateError`. */
export const compileSubject = (name: TemplateName, source = DEFAULTS[name].subject): Render =>
  compileTemplate(source, VARIABLES, 'plain');

/** Throws `TemplateError`. */
export const compileContent = (name: TemplateName, source = DEFAULTS[name].content): Render =>
  compileTemplate(source, VARIABLES, 'html');

export function templatesByKind(read: (name: TemplateName) => MailTemplate): MailTemplates {
  const change = read('email_change');
  return {
    signup: read('confirmation'),
    invite: read('invite'),
    magiclink: read('magic_link'),
    recovery: read('recovery'),
    email_change_current: change,
    email_change_new: change,
    reauthentication: read('reauthentication'),
  };
}
