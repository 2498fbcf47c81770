import { describe, expect, it } from 'vitest';
import { AuthError } from '../../../../src/embedded-supabase/auth/errors.ts';
import {
  chooseRedirect,
  isAllowedRedirect,
  withError,
  withFragment,
} from '../../../../src/embedded-supabase/auth/redirect.ts';

const rules = {
  site_url: 'https://spolu.example',
  additional_redirect_urls: ['https://*.preview.example/**', 'https://app.example/done', 'myapp://callback'],
};

describe('a redirect', () => {
  it.each([
    'https://spolu.example',
    'https://spolu.example/d/1?x=1#y',
    'https://one.preview.example/deep/path',
    'https://app.example/done',
    'https://app.example/done#fragment',
    'myapp://callback',
    'http://127.0.0.1:5173/anything',
    'http://[::1]:5173/',
  ])('may lead to %s', (url) => {
    expect(isAllowedRedirect(rules, url)).toBe(true);
  });

  it.each([
    '',
    'https://evil.example',
    'http://spolu.example',
    'https://spolu.example:8443/',
    'https://spolu.example.evil.example/',
    'https://spolu.example@evil.example/',
    'https://spolu.example\\@evil.example/',
    'https://evil.example/https://spolu.example',
    '//evil.example',
    '\thttps://spolu.example',
    'https://two.labels.preview.example/x',
    'https://evil.example/.preview.example/',
    'https://app.example/done/more',
    'https://203.0.113.1/',
    'http://3405803777/',
    'javascript:alert(1)',
    'data:text/html,x',
    'myapp://other',
    '/relative',
  ])('may not lead to %s', (url) => {
    expect(isAllowedRedirect(rules, url)).toBe(false);
    expect(chooseRedirect(rules, url)).toBe(rules.site_url);
  });

  it('ignores a script URL even if ** matches it', () => {
    expect(isAllowedRedirect({ ...rules, additional_redirect_urls: ['**'] }, 'javascript:alert(1)')).toBe(
      false,
    );
  });

  it('allows any port of the site only on the loopback interface', () => {
    const local = { site_url: 'http://localhost:3000', additional_redirect_urls: [] };
    expect(isAllowedRedirect(local, 'http://localhost:5173/x')).toBe(true);
    expect(isAllowedRedirect(local, 'https://localhost:3000/x')).toBe(false);
  });

  it('carries fields behind #, with the field sb', () => {
    expect(withFragment('https://a.example/p?q=1', { one: 'a b' })).toBe(
      'https://a.example/p?q=1#one=a+b&sb=',
    );
  });

  it('carries a refusal to an implicit client behind #, to a PKCE client in the query too', () => {
    const gone = new AuthError(403, 'otp_expired', 'Email link is invalid or has expired');
    const fields =
      'error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired';
    expect(withError('https://a.example/?q=1', gone, false)).toBe(`https://a.example/?q=1#${fields}&sb=`);
    expect(withError('https://a.example/?q=1', gone, true)).toBe(
      `https://a.example/?q=1&${fields}#${fields}&sb=`,
    );
  });
});
