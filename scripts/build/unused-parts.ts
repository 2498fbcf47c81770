/** What nobody calls here of what libraries bring along, by the module that it is in. */
export interface UnusedParts {
  /** The end of the module's path, or what is in it. */
  readonly module: RegExp;
  /** Functions, methods (`Class.method`) and classes, each of which throws if it is called after all. */
  readonly uncalled?: readonly string[];
  /** Functions that are called and do nothing here. */
  readonly idle?: readonly string[];
  /** Fields of extensions that nobody reads. */
  readonly unread?: readonly string[];
  /** What makes things that others do not depend on: a thing made by it that nobody asks for goes. */
  readonly makers?: RegExp;
}

const methods = (owner: string, names: string): string[] =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => `${owner}.${name}`);

/** Tiptap's Markdown is another package; `editor/markdown` is ours. */
const MARKDOWN = [
  'markdownOptions',
  'markdownTokenName',
  'markdownTokenizer',
  'parseMarkdown',
  'renderMarkdown',
];

export const UNUSED_PARTS: readonly UnusedParts[] = [
  {
    // Images are drawn by `editor/images`.
    module: /\/@tiptap\/extension-image\/dist\//,
    unread: [...MARKDOWN, 'addNodeView'],
  },
  {
    module: /\/@tiptap\/extension-[^/]+\/dist\//,
    unread: MARKDOWN,
    makers: /^(?:Extension|Node|Mark)\.create$/,
  },
  { module: /\/@tiptap\/extensions\/dist\//, makers: /^Extension\.create$/ },
  {
    // Decorations of extensions that have none, news of deletions that nobody wants, a way through the document.
    module: /\/@tiptap\/core\/dist\/index\.js$/,
    uncalled: ['NodePos'],
    idle: ['ExtensionManager.createDecorationPlugin', 'Delete.onUpdate'],
  },
  {
    // Without WebSockets there is no Realtime here, and the messages are written and read by `realtime-codec.ts`.
    module: /\/@supabase\/phoenix\/priv\/static\/phoenix\.mjs$/,
    uncalled: [
      'LongPoll',
      ...methods('Ajax', 'request fetchRequest xdomainRequest xhrRequest parseJSON'),
      ...methods(
        'serializer_default',
        'encode decode binaryEncode binaryDecode decodePush decodeReply decodeBroadcast',
      ),
    ],
  },
  {
    module: /\/@supabase\/realtime-js\/dist\/module\/lib\/serializer\.js$/,
    uncalled: methods('Serializer', 'encode decode'),
  },
  {
    // Changes of tables are not listened to, and nothing is broadcast by a plain request.
    module: /\/@supabase\/realtime-js\/dist\/module\/RealtimeChannel\.js$/,
    uncalled: methods('RealtimeChannel', '_getPayloadRecords httpSend'),
  },
  {
    module: /\/@supabase\/realtime-js\/dist\/module\/RealtimePostgresFilterBuilder\.js$/,
    uncalled: ['RealtimePostgresFilterBuilder'],
  },
  {
    // Functions are called by plain requests.
    module: /\/@supabase\/functions-js\/dist\/module\/FunctionsClient\.js$/,
    uncalled: ['FunctionsClient.invoke'],
  },
  {
    // Neither other services' accounts, nor wallets, passkeys, recovery codes or OAuth; a token is read by the server.
    module: /\/@supabase\/auth-js\/dist\/module\/GoTrueClient\.js$/,
    uncalled: methods(
      'GoTrueClient',
      `signInAnonymously signInWithOAuth exchangeCodeForSession _exchangeCodeForSession signInWithEthereum
      signInWithSolana signInWithIdToken signInWithSSO getUserIdentities linkIdentity linkIdentityOAuth
      linkIdentityIdToken unlinkIdentity _handleProviderSignIn _getUrlForProvider _getAuthenticatorAssuranceLevel
      _getCodeChallengeAndMethod _getRecoveryCodesStatus _generateRecoveryCodes _verifyRecoveryCode
      _regenerateRecoveryCodes _unenrollRecoveryCodes _getAuthorizationDetails _approveAuthorization
      _denyAuthorization _listOAuthGrants _revokeOAuthGrant fetchJwk getClaims signInWithPasskey registerPasskey
      _startPasskeyRegistration _verifyPasskeyRegistration _startPasskeyAuthentication
      _verifyPasskeyAuthentication _listPasskeys _updatePasskey _deletePasskey`,
    ),
  },
  {
    // What only a server may do, but for the end of the own session, which goes this way, too.
    module: /\/@supabase\/auth-js\/dist\/module\/GoTrueAdminApi\.js$/,
    uncalled: methods(
      'GoTrueAdminApi',
      `inviteUserByEmail generateLink createUser listUsers getUserById updateUserById deleteUser
      _listFactors _deleteFactor _listOAuthClients _createOAuthClient _getOAuthClient _updateOAuthClient
      _deleteOAuthClient _regenerateOAuthClientSecret _listCustomProviders _createCustomProvider
      _getCustomProvider _updateCustomProvider _deleteCustomProvider _adminListPasskeys _adminDeletePasskey`,
    ),
  },
  {
    // Without loaders, forms and server components.
    module: /\/react-router\/dist\/[^/]+\/chunk-[^/]+\.mjs$/,
    uncalled: [
      'PrefetchPageLinks',
      'NavLinkWithRef',
      'useFormAction',
      'useSubmit',
      'RSCErrorHandler',
      'getFormSubmissionInfo',
    ],
  },
  {
    module: /\/i18next\/dist\/esm\/i18next\.js$/,
    uncalled: [
      'keysFromSelector',
      ...methods('I18n', 'cloneInstance hydrate reloadResources dir exists loadLanguages'),
      'Connector.saveMissing',
      'Translator.getUsedParamsDetails',
      'PluralResolver.getPluralFormsOfKey',
    ],
  },
];
