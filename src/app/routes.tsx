/** What is shown at each address. Every page is loaded when it is first needed. */
import { lazy, Suspense, type ComponentType } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Route, Routes, useLocation } from 'react-router';
import { PATHS } from './data/paths.ts';
import { CrashPage } from './pages/crash-page.tsx';
import { PageWaiting } from './pages/page-waiting.tsx';

const page = (load: () => Promise<{ Component: ComponentType }>) =>
  lazy(() => load().then(({ Component }) => ({ default: Component })));

const Home = page(() => import('./pages/home-page.tsx'));
const SignIn = page(() => import('./pages/sign-in-page.tsx'));
const SignInByMail = page(() => import('./pages/sign-in-by-mail-page.tsx'));
const SecondFactor = page(() => import('./pages/second-factor-page.tsx'));
const SignUp = page(() => import('./pages/sign-up-page.tsx'));
const ForgotPassword = page(() => import('./pages/forgot-password-page.tsx'));
const ResetPassword = page(() => import('./pages/reset-password-page.tsx'));
const Documents = page(() => import('./pages/documents-page.tsx'));
const Account = page(() => import('./pages/account-page.tsx'));
const Invitation = page(() => import('./pages/invitation-page.tsx'));
const Document = page(() => import('./pages/document-page.tsx'));
const NotFound = page(() => import('./pages/not-found-page.tsx'));

export function Pages() {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary FallbackComponent={CrashPage} resetKeys={[pathname]}>
      <Suspense fallback={<PageWaiting />}>
        <Routes>
          <Route path={PATHS.home} element={<Home />} />
          <Route path={PATHS.signIn} element={<SignIn />} />
          <Route path={PATHS.signInByMail} element={<SignInByMail />} />
          <Route path={PATHS.secondFactor} element={<SecondFactor />} />
          <Route path={PATHS.signUp} element={<SignUp />} />
          <Route path={PATHS.forgotPassword} element={<ForgotPassword />} />
          <Route path={PATHS.resetPassword} element={<ResetPassword />} />
          <Route path={PATHS.documents} element={<Documents />} />
          <Route path={PATHS.invitation} element={<Invitation />} />
          <Route path={PATHS.account} element={<Account />} />
          {/* One page: opening the history must not close the room. */}
          <Route path={PATHS.document} element={<Document />}>
            <Route path={PATHS.history} element={null} />
          </Route>
          <Route path="*" element={<NotFound />} />
        </Routes>
      </Suspense>
    </ErrorBoundary>
  );
}
