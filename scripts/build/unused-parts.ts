/** Unused parts of a module of a library. */
export interface UnusedParts {
  /** Matches the path of the module. */
  readonly module: RegExp;
  /** Functions, methods (`Class.method`) and classes that are never called. Their bodies are replaced by a throw. */
  readonly uncalled?: readonly string[];
  /** Functions that are called without effect. Their bodies are emptied. */
  readonly idle?: readonly string[];
  /** Fields of extensions that are never read. */
  readonly unread?: readonly string[];
  /** Calls without side effects. The bundler removes those whose result is unused. */
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
    // Decorations, which no extension here has; the delete event; `NodePos`.
    module: /\/@tiptap\/core\/dist\/index\.js$/,
    uncalled: ['NodePos'],
    idle: ['ExtensionManager.createDecorationPlugin', 'Delete.onUpdate'],
  },
  {
    // There is no fallback for WebSockets, and `realtime-codec.ts` encodes and decodes the messages.
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
    // The app neither subscribes to table changes nor broadcasts over HTTP.
    module: /\/@supabase\/realtime-js\/dist\/module\/RealtimeChannel\.js$/,
    uncalled: methods('RealtimeChannel', '_getPayloadRecords httpSend'),
  },
  {
    module: /\/@supabase\/realtime-js\/dist\/module\/RealtimePostgresFilterBuilder\.js$/,
    uncalled: ['RealtimePostgresFilterBuilder'],
  },
  {
    // The app calls functions by plain requests.
    module: /\/@supabase\/functions-js\/dist\/module\/FunctionsClient\.js$/,
    uncalled: ['FunctionsClient.invoke'],
  },
  {
    // Social logins, wallets, passkeys, recovery codes, OAuth; claims are verified on the server.
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
    // Calls that need the secret key. `signOut` stays: ending the local session goes through it.
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
    // Prefetching, forms and server components.
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
