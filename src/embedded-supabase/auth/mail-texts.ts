/** The words of the mails, in both languages. `{site}` is the address of the site, `{email}` the one in question. */
import type { MailKind, MailLocale } from './mailer.ts';

export interface MailText {
  readonly subject: string;
  readonly heading: string;
  readonly body: string;
  /** What the link says; null for a mail without a link. */
  readonly action: string | null;
}

export interface MailFrame {
  readonly orEnterCode: string;
  readonly enterCode: string;
  readonly ignore: string;
}

export const MAIL_FRAMES: Readonly<Record<MailLocale, MailFrame>> = {
  'en-US': {
    orEnterCode: 'Or enter this code:',
    enterCode: 'Enter this code:',
    ignore: 'If you did not ask for this, you can ignore this e-mail. It was sent by {site}.',
  },
  cs: {
    orEnterCode: 'Nebo zadejte tento kód:',
    enterCode: 'Zadejte tento kód:',
    ignore: 'Pokud jste o to nežádali, můžete tento e-mail ignorovat. Poslal ho web {site}.',
  },
};

export const MAIL_TEXTS: Readonly<Record<MailLocale, Readonly<Record<MailKind, MailText>>>> = {
  'en-US': {
    signup: {
      subject: 'Confirm your e-mail address',
      heading: 'Confirm your e-mail address',
      body: 'Somebody created an account at {site} with the address {email}. Confirm that it was you.',
      action: 'Confirm my address',
    },
    invite: {
      subject: 'You have been invited',
      heading: 'You have been invited',
      body: 'You have been invited to create an account at {site}.',
      action: 'Accept the invitation',
    },
    magiclink: {
      subject: 'Your sign-in link',
      heading: 'Sign in',
      body: 'Follow this link to sign in at {site}. It works once.',
      action: 'Sign in',
    },
    recovery: {
      subject: 'Reset your password',
      heading: 'Reset your password',
      body: 'Somebody asked to reset the password of the account {email} at {site}. Follow this link to choose a new one.',
      action: 'Choose a new password',
    },
    email_change_current: {
      subject: 'Confirm the change of your e-mail address',
      heading: 'Confirm the change of your e-mail address',
      body: 'Your account at {site} is to use the address {newEmail} instead of {email}. Confirm that you want this.',
      action: 'Confirm the change',
    },
    email_change_new: {
      subject: 'Confirm your new e-mail address',
      heading: 'Confirm your new e-mail address',
      body: 'An account at {site} is to use the address {newEmail}. Confirm that it is yours.',
      action: 'Confirm my address',
    },
    reauthentication: {
      subject: '{otp} is your code',
      heading: 'Confirm that it is you',
      body: 'A change to your account at {site} needs this code.',
      action: null,
    },
  },
  cs: {
    signup: {
      subject: 'Potvrďte svou e-mailovou adresu',
      heading: 'Potvrďte svou e-mailovou adresu',
      body: 'Někdo si na webu {site} založil účet s adresou {email}. Potvrďte, že jste to byli vy.',
      action: 'Potvrdit adresu',
    },
    invite: {
      subject: 'Máte pozvánku',
      heading: 'Máte pozvánku',
      body: 'Dostali jste pozvánku k založení účtu na webu {site}.',
      action: 'Přijmout pozvánku',
    },
    magiclink: {
      subject: 'Váš přihlašovací odkaz',
      heading: 'Přihlášení',
      body: 'Tímto odkazem se přihlásíte na webu {site}. Platí jen jednou.',
      action: 'Přihlásit se',
    },
    recovery: {
      subject: 'Obnovte si heslo',
      heading: 'Obnovte si heslo',
      body: 'Někdo požádal o obnovu hesla k účtu {email} na webu {site}. Tímto odkazem si zvolíte nové.',
      action: 'Zvolit nové heslo',
    },
    email_change_current: {
      subject: 'Potvrďte změnu e-mailové adresy',
      heading: 'Potvrďte změnu e-mailové adresy',
      body: 'Váš účet na webu {site} má místo adresy {email} používat adresu {newEmail}. Potvrďte, že to chcete.',
      action: 'Potvrdit změnu',
    },
    email_change_new: {
      subject: 'Potvrďte svou novou e-mailovou adresu',
      heading: 'Potvrďte svou novou e-mailovou adresu',
      body: 'Účet na webu {site} má používat adresu {newEmail}. Potvrďte, že je vaše.',
      action: 'Potvrdit adresu',
    },
    reauthentication: {
      subject: '{otp} je váš kód',
      heading: 'Potvrďte, že jste to vy',
      body: 'Změna vašeho účtu na webu {site} vyžaduje tento kód.',
      action: null,
    },
  },
};
