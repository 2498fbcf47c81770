/** How the project's functions send mails here: through this server, unless their own variables name another way. */

interface Facts {
  /** Set by their own files. */
  readonly own: NodeJS.Dict<string>;
  /** URL of the gateway for this machine, and for others. */
  readonly gatewayUrl: string;
  readonly publicOrigin: string | null;
  /** Where links lead. */
  readonly siteUrl: string;
  readonly from: string;
  readonly serviceRoleKey: string;
  /** False where mails would be kept and nobody could read them. */
  readonly leaves: boolean;
}

export function mailVariables(facts: Facts): Readonly<Record<string, string>> {
  const { own, gatewayUrl } = facts;
  const links = {
    APP_URL: facts.siteUrl,
    FUNCTIONS_URL: `${facts.publicOrigin ?? gatewayUrl}/functions/v1`,
    MAIL_FROM: facts.from,
  };
  if (!facts.leaves || own['SMTP_URL'] || own['MAIL_HTTP_KEY']) return links;
  return {
    ...links,
    MAIL_HTTP_URL: `${gatewayUrl}/mail/v1/emails`,
    MAIL_HTTP_STYLE: 'resend',
    MAIL_HTTP_KEY: facts.serviceRoleKey,
  };
}
